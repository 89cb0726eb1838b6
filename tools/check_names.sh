#!/usr/bin/env bash
# Checks names: no folder of src/ has more than 25 files, no two C files have the same base name, no type
# is defined twice, and no identifier or file name contains a word of the list below. These words are
# former private terms of this project for things that have a common name.
set -eu
cd "$(dirname "$0")/.."

words='bell|breathe|inbox|desk|seat|crew|odds|hunt|allowance|appraisal|errands?|scout|entrant|crowd|forsyth|wish|manner'
bad=0
complain() { echo "$*"; bad=1; }

while read -r count folder; do
    [ "$count" -le 25 ] || complain "$folder: $count files; no folder has more than 25"
done < <(git ls-files src | sed 's|/[^/]*$||' | sort | uniq -c)
while read -r name; do
    complain "$name: files of this name: $(git ls-files "*/$name" | tr '\n' ' ')"
done < <(git ls-files '*.c' 'src/*.h' | sed 's|.*/||' | sort | uniq -d)
while read -r file; do
    complain "$file: a word of the list in tools/check_names.sh"
done < <(git ls-files | grep -v '^tests/fuzz/seeds/' | grep -iE "(^|[/_.-])($words|paper|figure)([/_.-]|\$)")

git ls-files -z '*.c' '*.h' | xargs -0 perl -e '
    my ($words, $bad, %defined) = (shift @ARGV, 0);
    for my $file (@ARGV) {
        open(my $in, "<", $file) or next;
        my $text = do { local $/; <$in> };
        # remove comments and literals, keep their line ends
        $text =~ s{(/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|\x27(?:\\.|[^\x27\\\n])*\x27)}{ join "", $1 =~ /\n/g }gse;
        if ($file =~ m{^src/} && $file !~ /_windows\.c$/) {
            my %here;
            $here{$1} = 1 while $text =~ /^(?:typedef )?(?:struct|union|enum) (\w+) \{/gm;
            $here{$1} = 1 while $text =~ /^\} (\w+);/gm;
            $here{$1} = 1 while $text =~ /^typedef [^;{}]*?\(\*(\w+)\)\(/gm;
            $here{$1} = 1 while $text =~ /^typedef (?!struct|union|enum)[^;{}()]*?(\w+)(?:\[[^;]*)?;/gm;
            push @{$defined{$_}}, $file for keys %here;
        }
        my $line = 0;
        for (split /\n/, $text) {
            $line++;
            for my $name (/[A-Za-z_]\w*/g) {
                next unless grep { /^(?:$words)$/i } $name =~ /[A-Z]?[a-z0-9]+|[A-Z0-9]+/g;
                print "$file:$line: $name: a word of the list in tools/check_names.sh\n"; $bad = 1;
            }
        }
    }
    for my $type (sort keys %defined) {
        my @files = @{$defined{$type}};
        next if @files < 2;
        print "$type: a type of this name is defined in @files\n"; $bad = 1;
    }
    exit $bad;' "$words" || bad=1
exit $bad
