# Sourced by the other scripts: steps that are quiet, timed, and loud when they fail.

script="scripts/${0##*/}"
logs=build/log
clang_format=clang-format-22  # Other versions lay some lines out differently, so the layout is checked with this one only.

seconds_since() {  # seconds_since START, a former $EPOCHREALTIME; prints seconds with one decimal
  local tenths=$(((${EPOCHREALTIME/[.,]/} - ${1/[.,]/}) / 100000))
  printf '%d.%d' $((tenths / 10)) $((tenths % 10))
}

log_of() { printf '%s/%s.log' "$logs" "${1// /-}"; }

# step NAME COMMAND...: runs the command with its output in a log, and prints one line when it is over. Ends with the code of the command.
step() {
  local name=$1 log start=$EPOCHREALTIME watcher="" code=0
  shift
  log=$(log_of "$name")
  mkdir -p "$logs"
  : >"$log"
  if [[ -t 1 ]]; then
    watch "$name" "$log" "$start" &
    watcher=$!
  fi
  "$@" >"$log" 2>&1 </dev/null || code=$?
  if [[ -n $watcher ]]; then
    kill "$watcher" 2>/dev/null || true
    wait "$watcher" 2>/dev/null || true
    printf '\r\e[K'
  fi
  printf '%-18s %7s s  %s\n' "$name" "$(seconds_since "$start")" "$( ((code == 0)) && echo ok || echo FAILED)"
  return "$code"
}

watch() {  # watch NAME LOG START: keeps the last line of the log on the terminal
  local columns line
  columns=$(tput cols 2>/dev/null || echo 80)
  while sleep 0.5 && kill -0 $$ 2>/dev/null; do
    line=$(printf '%-18s %7s s  %s' "$1" "$(seconds_since "$3")" "$(tail -n 1 "$2" | tr -cd '[:print:]')")
    printf '\r\e[K%s' "${line:0:columns-1}"
  done
}

# configure PRESET [OPTION...]: warnings stop the build where HEARTS_WERROR=ON is in the environment, as in the gate.
configure() {
  step "$1 configure" cmake --preset "$1" "-DHEARTS_WERROR=${HEARTS_WERROR:-OFF}" "${@:2}"
}

explain_failure() {  # explain_failure NAME LINES [OTHER]: the end of the log of a failed step, or of another, on stderr
  local log
  log=$(log_of "${3:-$1}")
  {
    echo
    echo "$script: the step '$1' failed. The end of $log:"
    tail -n "$2" "$log"
    echo
  } >&2
}
