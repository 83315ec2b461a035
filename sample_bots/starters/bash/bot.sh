#!/usr/bin/env bash
# A bot to start from. It gets rid of heavy cards and plays light ones. Improve choose. It starts no other program.

# What the bot knows about this game. Add whatever else your bot needs.
declare -A points  # what cards cost; cards without an entry cost nothing
trick=()           # the cards of this trick, in the order played

choose() {  # choose KIND N WORD...: sets answer to any N of the words. All are legal. This is the function to change.
  local kind=$1 n=$2 ranks=X23456789TJQKA sign=-1 card lower best
  local -A wish
  shift 2
  answer=("${@:1:n}")  # other questions: the first words are always safe
  [[ $kind == play || $kind == pass ]] || return

  if [[ $kind == pass || (${#trick[@]} -gt 0 && ${1:1} != "${trick[0]:1}") ]]; then sign=1; fi  # heavy cards first
  for card; do
    lower=${ranks%%"${card:0:1}"*}
    wish[$card]=$((sign * ((${#lower} + 4 * ${points[$card]:-0}) * 32768 + RANDOM)))  # a random part breaks ties
  done
  answer=()
  while ((${#answer[@]} < n)); do
    best=
    for card; do
      if [[ ${wish[$card]-} && (-z $best || ${wish[$card]} -gt ${wish[$best]}) ]]; then best=$card; fi
    done
    answer+=("$best")
    unset "wish[$best]"
  done
}

while IFS=$' \t\r' read -ra word; do
  case ${word[0]} in
    hello) echo ready ;;
    game)  # forget everything: answers may depend only on this game
      points=() trick=()
      for field in "${word[@]}"; do
        if [[ $field == botseed=* ]]; then RANDOM=${field#*=}; fi
      done ;;
    points)  # points QS=13 2H=1 ...
      points=()
      for field in "${word[@]:1}"; do points[${field%=*}]=${field#*=}; done ;;
    trick) trick=() ;;  # trick NUMBER lead=SEAT
    play) trick+=("${word[2]}") ;;  # play SEAT CARD
    ask)  # ask ID KIND N MOVE BANK : WORD ...
      first=4
      until [[ ${word[first++]} == : ]]; do :; done
      choose "${word[2]}" "${word[3]}" "${word[@]:first}"
      echo "${word[1]} ${answer[*]}" ;;
    quit) exit ;;
  esac
done
