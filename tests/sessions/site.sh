#!/usr/bin/env bash
# The site and the drawings of tables can be made of the documents as they are:  site.sh ROEK
set -eu
roek=$(realpath "$1")
command -v python3 > /dev/null || { echo "left out: there is no python3"; exit 0; }
cd "$(dirname "$0")/../.."
room=$(mktemp -d); trap 'rm -rf "$room"' EXIT
echo '<p>the page</p>' > "$room/page.html"
python3 tools/make_site.py "$roek" "$room/site" "$room/page.html"
python3 tools/plots.py "$room/plots"
python3 - "$room" <<'END'
import pathlib, re, sys, xml.etree.ElementTree as tree
room = pathlib.Path(sys.argv[1])
for file in room.glob("plots/*.svg"):
    assert len(tree.parse(file).findall(".//{*}rect")) >= 2, f"{file.name} shows nothing"
pages = {p.name for p in room.glob("site/*.html")}
for file in room.glob("site/*.html"):
    for target in re.findall(r'href="([^"#:]+)', file.read_text()):
        assert target in pages, f"{file.name} leads to {target}, which is not there"
    for target in re.findall(r'<img src="([^"]+)', file.read_text()):
        assert (file.parent / target).stat().st_size > 0, f"{file.name} shows {target}, which is empty"
assert "<img" in (room / "site/index.html").read_text(), "the first page shows nothing"
for source in pathlib.Path("docs").glob("*.md"):
    title = source.read_text().split("\n", 1)[0].lstrip("# ")
    words = re.sub("<[^>]*>", "", (room / f"site/{source.stem}.html").read_text())
    assert title.replace("`", "") in words, f"the page of {source.name} holds something else"
print(len(pages), "pages")
END
