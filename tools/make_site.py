#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Builds the documentation as a small static site:  tools/make_site.py ROEK FOLDER [PAGE]

Each of README.md and docs/*.md becomes a page, and so does every command, from `roek help`. Tables with
a plot (tools/plots.py) get their plot. PAGE, the web version of the program, is copied as roek.html.
Supports only the Markdown that these documents use; a link to a missing file is an error.
"""
import html
import pathlib
import re
import shutil
import subprocess
import sys

sys.dont_write_bytecode = True
import plots  # noqa: E402

TOP = pathlib.Path(__file__).resolve().parent.parent
STYLE = """body{max-width:46em;margin:2em auto;padding:0 1em;font:17px/1.55 serif;color:#222;background:#fff}
nav{font:14px/1.7 sans-serif;border-bottom:1px solid #ccc;padding-bottom:.6em}nav a{margin-right:.8em;white-space:nowrap}
pre{background:#f4f2ee;padding:.7em;overflow-x:auto}code,pre{font-size:.85em}table{border-collapse:collapse;font-size:.9em}
th,td{border:1px solid #ccc;padding:.2em .6em;text-align:left}a{color:#2f6f4f}svg,img{max-width:100%;height:auto}
@media(prefers-color-scheme:dark){body{background:#1c1c1c;color:#ddd}pre{background:#2a2a2a}a{color:#8fc7a8}}
"""
broken = []
pictures = set()


def link(target, source):
    """The site's URL for a link in the Markdown file `source`."""
    if re.match(r"^(https?:|#|mailto:)", target):
        return target
    path, _, anchor = target.partition("#")
    file = (source.parent / path).resolve()
    if not file.exists():
        broken.append(f"{source.name}: {target}")
    if file.suffix == ".md" and (file.parent == TOP / "docs" or file == TOP / "README.md"):
        name = "index" if file.name == "README.md" else file.stem
        return f"{name}.html" + (f"#{anchor}" if anchor else "")
    return None


def picture(words, target, source):
    """An image element; the file is copied to the site later."""
    file = (source.parent / target).resolve()
    if not file.exists():
        broken.append(f"{source.name}: {target}")
    pictures.add(file)
    return f'<img src="images/{html.escape(file.name)}" alt="{html.escape(words)}">'


def inline(words, source):
    parts = re.split(r"(`[^`]+`)", words)
    for i, part in enumerate(parts):
        if i % 2:
            parts[i] = f"<code>{html.escape(part[1:-1])}</code>"
    out = "".join(p if i % 2 else html.escape(p, quote=False) for i, p in enumerate(parts))

    def put(match):
        to = link(html.unescape(match.group(2)), source)
        return f'<a href="{html.escape(to)}">{match.group(1)}</a>' if to else match.group(1)
    out = re.sub(r"!\[([^\]]+)\]\(([^)\s]+)\)", lambda m: picture(m.group(1), m.group(2), source), out)
    out = re.sub(r"\[([^\]]+)\]\(([^)\s]+)\)", put, out)
    out = re.sub(r"\*\*(.+?)\*\*", r"<strong>\1</strong>", out)
    return re.sub(r"(?<![\w*])\*([^*\s][^*]*)\*(?![\w*])", r"<em>\1</em>", out)


def anchor(words):
    return re.sub(r"[^\w -]", "", words.lower()).replace(" ", "-")


def table(lines, source):
    rows = [plots.cells(line) for line in lines]
    out = ["<table>"]
    for i, row in enumerate(rows):
        if i == 1 or not any(row):  # the line below the header; an empty header
            continue
        tag = "th" if i == 0 else "td"
        out.append("<tr>" + "".join(f"<{tag}>{inline(c, source)}</{tag}>" for c in row) + "</tr>")
    out.append("</table>")
    for name, plot in plots.PLOTS.items():
        if source.name == plot[0] and lines[0].startswith(plot[1]):
            out.append(f"<figure>{plots.draw(name)}</figure>")
    return "\n".join(out)


def take_while(lines, i, test):
    end = i
    while end < len(lines) and test(lines[end]):
        end += 1
    return end


def convert(text, source):
    """Converts the blocks of a document in sequence."""
    lines, out, i = text.splitlines(), [], 0
    while i < len(lines):
        line = lines[i]
        heading = re.match(r"^(#{1,4}) (.*)$", line)
        if not line.strip():
            i += 1
        elif line.startswith("```"):
            end = take_while(lines, i + 1, lambda l: not l.startswith("```"))
            out.append(f"<pre>{html.escape(chr(10).join(lines[i + 1:end]))}</pre>")
            i = end + 1
        elif line.startswith("    "):
            end = take_while(lines, i, lambda l: l.startswith("    ") or not l.strip())
            block = "\n".join(l[4:] for l in lines[i:end]).rstrip()
            out.append(f"<pre>{html.escape(block)}</pre>")
            i = end
        elif heading:
            level, words = len(heading.group(1)), heading.group(2)
            out.append(f'<h{level} id="{anchor(words)}">{inline(words, source)}</h{level}>')
            i += 1
        elif line.startswith("|"):
            end = take_while(lines, i, lambda l: l.startswith("|"))
            out.append(table(lines[i:end], source))
            i = end
        elif re.match(r"^([-*]|\d+\.) ", line):
            kind = "ol" if line[0].isdigit() else "ul"
            items = []
            end = take_while(lines, i, lambda l: re.match(r"^([-*]|\d+\.) |^\s+\S", l))
            for item in lines[i:end]:
                if re.match(r"^([-*]|\d+\.) ", item):
                    items.append(item.split(" ", 1)[1])
                else:
                    items[-1] += " " + item.strip()
            out.append(f"<{kind}>" + "".join(f"<li>{inline(x, source)}</li>" for x in items) + f"</{kind}>")
            i = end
        else:
            end = take_while(lines, i, lambda l: l.strip() and not re.match(r"^(#|```|\||[-*] )", l))
            out.append(f"<p>{inline(' '.join(lines[i:end]), source)}</p>")
            i = max(end, i + 1)
    return "\n".join(out)


def page(title, body, nav):
    return (f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{html.escape(title)}</title>'
            f'<meta name="viewport" content="width=device-width"><style>{STYLE}</style></head>\n'
            f"<body><nav>{nav}</nav>\n{body}\n</body></html>\n")


def commands(roek):
    listed = subprocess.run([roek, "help"], capture_output=True, text=True, check=True).stdout
    return re.findall(r"^  ([a-z]+)  ", listed, re.M)


def main():
    if len(sys.argv) not in (3, 4):
        sys.exit("usage: tools/make_site.py ROEK FOLDER [PAGE]")
    roek, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    sources = [TOP / "README.md"] + sorted((TOP / "docs").glob("*.md"))
    nav = ['<a href="index.html">Roek</a>'] + (['<a href="roek.html">try it here</a>'] if len(sys.argv) == 4 else [])
    nav += [f'<a href="{s.stem}.html">{s.stem.lower()}</a>' for s in sources[1:]] + ['<a href="commands.html">commands</a>']
    nav = "\n".join(nav)
    for source in sources:
        text = source.read_text(encoding="utf-8")
        title = text.split("\n", 1)[0].lstrip("# ")
        name = "index" if source.name == "README.md" else source.stem
        (folder / f"{name}.html").write_text(page(title, convert(text, source), nav), encoding="utf-8")
    items = []
    for name in commands(roek):
        words = subprocess.run([roek, "help", name], capture_output=True, text=True, check=True).stdout
        body = f"<h1>roek {name}</h1><pre>{html.escape(words)}</pre>"
        (folder / f"command-{name}.html").write_text(page(f"roek {name}", body, nav), encoding="utf-8")
        items.append(f'<li><a href="command-{name}.html">roek {name}</a></li>')
    body = "<h1>Commands</h1><ul>" + "".join(items) + "</ul>"
    (folder / "commands.html").write_text(page("Commands of Roek", body, nav), encoding="utf-8")
    if len(sys.argv) == 4:
        shutil.copyfile(sys.argv[3], folder / "roek.html")
    (folder / "images").mkdir(exist_ok=True)
    for file in pictures:
        shutil.copyfile(file, folder / "images" / file.name)
    if broken:
        sys.exit("links that lead nowhere: " + ", ".join(broken))
    print(f"{folder}: {len(list(folder.glob('*.html')))} pages")


if __name__ == "__main__":
    main()
