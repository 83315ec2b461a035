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

start_times() {  # called by a script before its first step
  mkdir -p "$logs"
  [[ -n ${HEARTS_TIMES:-} && -s $times ]] || echo "$EPOCHREALTIME" >"$times"
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

test_times() {  # test_times PRESET: "SECONDS PRESET NAME" of each test that ran, from the results that ctest has written
  sed -nE "/status=\"notrun\"/d; s/^.*<testcase name=\"([^\"]*)\" .* time=\"([^\"]*)\" .*$/\2 $1 \1/p" "$logs/$1-test.xml" |
    sed "s/&lt;/</g; s/&gt;/>/g; s/&quot;/\"/g; s/&apos;/'/g; s/&amp;/\&/g"
}

print_times() {  # the times of all steps; of each suite the sum of its tests' times, and their number; the ten slowest tests
  local preset all
  all=$(for preset in ${presets[@]+"${presets[@]}"}; do [[ ! -s $logs/$preset-test.xml ]] || test_times "$preset"; done)
  printf '\nTimes of the steps\n'
  sed '1d; s/^/  /' "$times"
  printf '  %-18s %7s s\n' "all" "$(seconds_since "$(head -n 1 "$times")")"
  printf '\nSuites: seconds of all tests together, and their number\n'
  awk 'NF {
      suite = $3
      if (!sub(/\/.*/, "", suite)) suite = suite ~ /_corpus$/ ? "corpora" : "others"
      suite = sprintf("%-8s %-20s", $2, suite)
      sum[suite] += $1
      ++count[suite]
    }
    END { for (suite in count) printf "  %s %9.1f %6d\n", suite, sum[suite], count[suite] }' <<<"$all" | sort
  printf '\nSlowest tests\n'
  sort -rn <<<"$all" | awk 'NF && NR <= 10 { printf "%9.1f s  %s\n", $1, substr($0, length($1) + 2) }'
  echo
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
