# Sourced by the other scripts: steps that are quiet, timed, and loud when they fail.

script="scripts/${0##*/}"
logs=build/log
clang_format=clang-format-22  # Other versions lay some lines out differently, so the layout is checked with this one only.

seconds_since() {  # seconds_since START, a former $EPOCHREALTIME; prints seconds with one decimal
  local tenths=$(((${EPOCHREALTIME/[.,]/} - ${1/[.,]/}) / 100000))
  printf '%d.%d' $((tenths / 10)) $((tenths % 10))
}

# The times of steps are kept in this file, after a line with the time when the first began. .ci/run names one that
# several scripts write to.
times=${HEARTS_TIMES:-$logs/times}

start_times() {  # called by a script that will print the times; files of tests that are older belong to another run
  mkdir -p "$logs"
  [[ -n ${HEARTS_TIMES:-} && -s $times ]] || echo "$EPOCHREALTIME" >"$times"
  : >"$times.start"
}

note_time() {  # note_time NAME START ok|FAILED: prints how long a step took, and keeps it for the table at the end
  local seconds
  seconds=$(seconds_since "$2")
  printf '%-18s %7s s  %s\n' "$1" "$seconds" "$3" | tee -a "$times"
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
  note_time "$name" "$start" "$( ((code == 0)) && echo ok || echo FAILED)"
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

# time_tests PRESET COMMAND...: runs the command, a ctest, and writes "START END NAME" of each test to build/log/PRESET-tests.times.
time_tests() {
  "${@:2}" 2>&1 | while IFS= read -r line; do
    printf '%s\n' "$line"
    if [[ $line =~ ^\ +Start\ +([0-9]+):\  ]]; then
      printf 'start %s %s\n' "${BASH_REMATCH[1]}" "$EPOCHREALTIME" >&3
    elif [[ $line =~ ^\ *[0-9]+/[0-9]+\ Test\ +#([0-9]+):\ (.*)$ ]]; then
      printf 'end %s %s %s\n' "${BASH_REMATCH[1]}" "$EPOCHREALTIME" "${BASH_REMATCH[2]}" >&3
    fi
  done 3>"$logs/$1-tests.times"
  return "${PIPESTATUS[0]}"
}

# print_times: the times of all steps; of each suite from its first start to its last end, the sum of its tests' own
# times, and their number; and the ten slowest tests.
print_times() {
  local preset name file
  printf '\nTimes of the steps\n'
  sed '1d; s/^/  /' "$times"
  printf '  %-18s %7s s\n' "all" "$(seconds_since "$(head -n 1 "$times")")"
  printf '\nSuites                             wall s    sum s  tests\n'
  for preset in ${presets[@]+"${presets[@]}"}; do
    file=$logs/$preset-tests.times
    [[ ! -s $file || $file -ot $times.start ]] || suite_times "$preset" suites "$file"
  done
  printf '\nSlowest tests\n'
  for preset in ${presets[@]+"${presets[@]}"}; do
    file=$logs/$preset-tests.times
    [[ ! -s $file || $file -ot $times.start ]] || suite_times "$preset" tests "$file"
  done | sort -rn | sed 10q
  echo
}

suite_times() {  # suite_times PRESET suites|tests FILE
  awk -v preset="$1" -v what="$2" '
    { sub(",", ".", $3); now = $3 + 0 }
    $1 == "start" { began[$2] = now; next }
    {
      name = $0
      sub(/^end [0-9]+ [0-9.,]+ /, "", name)
      sub(/ *\.*( *)(\*\*\*| )(Passed|Failed|Skipped|Timeout|Not Run|Exception).*$/, "", name)
      sub(/[ .]+$/, "", name)
      took = now - began[$2]
      if (what == "tests") { printf "%9.1f s  %s  %s\n", took, preset, name; next }
      suite = name
      if (!sub(/\/.*/, "", suite)) suite = suite ~ /_corpus$/ ? "corpora" : "others"
      if (!(suite in count) || began[$2] < first[suite]) first[suite] = began[$2]
      if (now > last[suite]) last[suite] = now
      sum[suite] += took
      ++count[suite]
    }
    END {
      if (what == "suites") for (suite in count)
        printf "  %-8s %-20s %9.1f %8.1f %6d\n", preset, suite, last[suite] - first[suite], sum[suite], count[suite]
    }' "$3" | sort
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
