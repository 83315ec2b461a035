#!/usr/bin/env bash
# Answers every question with different words picked at random. Uses shell builtins only, and starts no process.
set -f
while read -r line; do
  case $line in
    hello*) echo "ready name=random_sh" ;;
    game*)  [[ $line =~ botseed=([0-9]+) ]] && RANDOM=${BASH_REMATCH[1]} ;;
    ask*)   ask=(${line%% : *}) word=(${line#* : }) answer=${ask[1]}
            for ((n = ask[3]; n > 0; n--)); do
              i=$((RANDOM % ${#word[@]})) answer+=" ${word[i]}" word=(${word[@]:0:i} ${word[@]:i+1})
            done
            echo "$answer" ;;
    quit*)  exit ;;
  esac
done
