#!/usr/bin/env bash
# Writes `fixtures/media` with ffmpeg, sox, lame, flac, vorbis-tools, opus-tools and mkvtoolnix of Debian.
set -euo pipefail
cd "$(dirname "$0")/../../../fixtures"
rm -rf media && mkdir media
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export SOURCE_DATE_EPOCH=0
quiet=(-hide_banner -loglevel error -y -fflags +bitexact -flags:v +bitexact -flags:a +bitexact)

sox -n -r 8000 -c 1 -b 16 "$work/tone.wav" synth 1 sine 440 gain -20
ffmpeg "${quiet[@]}" -f lavfi -i color=red:s=16x16 -frames:v 1 "$work/cover.png"
ffmpeg "${quiet[@]}" -f lavfi -i color=blue:s=32x24:r=5:d=2 -c:v mpeg4 -g 5 "$work/film.mp4"
printf '1\n00:00:00,200 --> 00:00:00,900\n<i>First</i> line\nof two\n\n2\n00:00:01,000 --> 00:00:01,800\nSecond — ligne\n' >"$work/en.srt"
printf '1\n00:00:00,500 --> 00:00:01,500\nErste Zeile\n' >"$work/de.srt"
printf ';FFMETADATA1\ntitle=A film\nartist=Ada\ndate=2026\ncomment=Two\\\nlines\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=0\nEND=1000\ntitle=Beginning\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=1000\nEND=2000\ntitle=The end\n' >"$work/meta.txt"

printf 'CHAPTER01=00:00:00.000\nCHAPTER01NAME=Beginning\nCHAPTER02=00:00:01.000\nCHAPTER02NAME=The end\n' >"$work/chapters.txt"

case_of() { mkdir -p "media/$1" && echo "media/$1"; }
request() { printf '%s\n' "$2" >"media/$1/request.json"; }

lame --quiet -b 32 --tt "A tone" --ta "Ada" --tl "Tones" --ty 2026 --tn 1/2 --tg Test --tc "A comment" --ti "$work/cover.png" "$work/tone.wav" "$(case_of mp3)/input.mp3"
cp -r media/mp3 media/mp3-image && request mp3-image '{ "select": "image/9" }'
ffmpeg "${quiet[@]}" -i "$work/tone.wav" -i "$work/meta.txt" -map_metadata 1 -c:a libmp3lame -b:a 32k -id3v2_version 3 -metadata lyrics-eng="$(printf 'One\nTwo')" "$(case_of mp3-lyrics)/input.mp3"
flac --silent --no-padding -o "$(case_of flac)/input.flac" --picture "3||Front||$work/cover.png" -T "TITLE=A tone" -T "ARTIST=Ada" -T "LYRICS=$(printf '[00:00.10]One\n[00:00.60]Two')" "$work/tone.wav"
oggenc --quiet -s 7 -t "A tone" -a "Ada" -c "GENRE=Test" -o "$(case_of vorbis)/input.ogg" "$work/tone.wav"
opusenc --quiet --serial 7 --title "A tone" --artist "Ada" "$work/tone.wav" "$(case_of opus)/input.opus"
cp "$work/tone.wav" "$(case_of wav)/input.wav"
sox "$work/tone.wav" --comment "A tone" "$(case_of aiff)/input.aiff"
ffmpeg "${quiet[@]}" -i "$work/tone.wav" -i "$work/meta.txt" -map_metadata 1 -c:a aac -b:a 16k "$(case_of m4a)/input.m4a"
ffmpeg "${quiet[@]}" -i "$work/film.mp4" -i "$work/tone.wav" -i "$work/en.srt" -i "$work/de.srt" -i "$work/meta.txt" -map 0:v -map 1:a -map 2 -map 3 -map_metadata 4 -map_chapters 4 \
  -c:v copy -c:a aac -b:a 16k -c:s mov_text -metadata:s:s:0 language=eng -metadata:s:s:1 language=deu "$(case_of mp4)/input.mp4"
cp -r media/mp4 media/mp4-subtitles && request mp4-subtitles '{ "select": "subtitles/2" }'
mkdir media/mp4-cut && head -c 3000 media/mp4/input.mp4 >media/mp4-cut/input.mp4
ffmpeg "${quiet[@]}" -i "$work/film.mp4" -c copy -movflags +faststart -f mov "$(case_of mov)/input.mov"
mkvmerge --quiet --deterministic 1 -o "$(case_of mkv)/input.mkv" --title "A film" "$work/film.mp4" --language 0:en "$work/en.srt" --language 0:de --track-name 0:Deutsch "$work/de.srt" \
  --chapters "$work/chapters.txt" --attachment-mime-type image/png --attach-file "$work/cover.png"
cp -r media/mkv media/mkv-subtitles && request mkv-subtitles '{ "select": "subtitles/2" }'
mkdir media/mkv-cut && head -c 2500 media/mkv/input.mkv >media/mkv-cut/input.mkv
ffmpeg "${quiet[@]}" -i "$work/film.mp4" -i "$work/en.srt" -c:v copy -c:s ass "$(case_of mkv-ass)/input.mkv"
ffmpeg "${quiet[@]}" -i "$work/film.mp4" -i "$work/en.srt" -c:v libvpx -b:v 20k -c:s webvtt "$(case_of webm)/input.webm"
# Without an index and with clusters of unknown size, as recorders write.
ffmpeg "${quiet[@]}" -i "$work/film.mp4" -i "$work/en.srt" -c:v copy -c:s srt -f matroska -live 1 -cluster_time_limit 500 - >"$(case_of mkv-live)/input.mkv"
ffmpeg "${quiet[@]}" -i "$work/film.mp4" -i "$work/tone.wav" -map 0:v -map 1:a -c:v mpeg4 -c:a pcm_s16le -metadata title="A film" -metadata artist=Ada "$(case_of avi)/input.avi"
mkdir media/avi-cut && head -c 600 media/avi/input.avi >media/avi-cut/input.avi
ffmpeg "${quiet[@]}" -i "$work/tone.wav" -c:a wmav2 -metadata title="A tone" "$(case_of wma)/input.wma"
mkdir media/mp3-missing && cp media/mp3/input.mp3 media/mp3-missing && request mp3-missing '{ "select": "subtitles" }'
ffmpeg "${quiet[@]}" -i "$work/tone.wav" -ar 48000 -c:a ac3 -b:a 32k "$(case_of ac3)/input.ac3"
ffmpeg "${quiet[@]}" -i "$work/tone.wav" -ar 44100 -ac 6 -c:a eac3 -b:a 64k "$(case_of eac3)/input.eac3"
ffmpeg "${quiet[@]}" -i "$work/film.mp4" -i "$work/tone.wav" -i "$work/meta.txt" -map 0:v -map 1:a -map_metadata 2 -ar 11025 -c:v flv1 -c:a libmp3lame -b:a 16k "$(case_of flv)/input.flv"
ffmpeg "${quiet[@]}" -i "$work/film.mp4" -i "$work/tone.wav" -map 0:v -map 1:a -c:v libx264 -c:a aac -b:a 16k "$(case_of flv-h264)/input.flv"
ffmpeg "${quiet[@]}" -i "$work/film.mp4" -i "$work/tone.wav" -map 0:v -map 1:a -ar 48000 -c:v mpeg2video -r 25 -c:a ac3 -b:a 32k -metadata service_provider=Ada -metadata service_name="Channel One" -metadata:s:a language=eng "$(case_of ts)/input.ts"
ffmpeg "${quiet[@]}" -i "$work/film.mp4" -i "$work/tone.wav" -map 0:v -map 1:a -c:v libx264 -c:a libopus -b:a 16k -mpegts_m2ts_mode 1 "$(case_of m2ts)/input.m2ts"
mkdir media/flv-cut && head -c 1500 media/flv/input.flv >media/flv-cut/input.flv
