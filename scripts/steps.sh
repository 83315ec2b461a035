# Sourced by the other scripts. A step hides its output, shows its progress, is timed, and prints the end of its log if
# it fails.

script="scripts/${0##*/}"
logs=build/log
clang_format=clang-format-22  # Other versions format some lines differently, so only this one checks the layout.

seconds_since() {  # seconds_since START: prints the seconds since START, an earlier $EPOCHREALTIME, with one decimal
  local tenths=$(((${EPOCHREALTIME/[.,]/} - ${1/[.,]/}) / 100000))
  printf '%d.%d' $((tenths / 10)) $((tenths % 10))
}

# The times of all steps are kept in this file. Its first line is the time when the first step began. HEARTS_TIMES names
# a file that several scripts write to, as .ci/run does.
times=${HEARTS_TIMES:-$logs/times}

start_times() {  # A script calls this before its first step.
  mkdir -p "$logs"
  [[ -n ${HEARTS_TIMES:-} && -s $times ]] || echo "$EPOCHREALTIME" >"$times"
}

note_time() {  # note_time NAME START ok|FAILED: prints how long a step took, and records it for the table at the end
  local seconds
  seconds=$(seconds_since "$2")
  printf '%-18s %7s s  %s\n' "$1" "$seconds" "$3" | tee -a "$times"
}

log_of() { printf '%s/%s.log' "$logs" "${1// /-}"; }

# step NAME COMMAND...: runs the command with its output in a log, shows its progress, and prints one line when it ends.
# Returns the exit code of the command.
step() {
  local name=$1 log start=$EPOCHREALTIME code=0
  shift
  log=$(log_of "$name")
  mkdir -p "$logs"
  : >"$log"
  with_progress "$name" "$log" logged "$log" "$@" || code=$?
  note_time "$name" "$start" "$( ((code == 0)) && echo ok || echo FAILED)"
  return "$code"
}

logged() { "${@:2}" >>"$1" 2>&1 </dev/null; }  # logged LOG COMMAND...: runs the command with its output in the log

# with_progress NAME LOG COMMAND...: runs a command that writes to the log, and meanwhile shows the log's last line.
# Returns the exit code of the command. Shows nothing where progress=no.
with_progress() {
  local watcher="" code=0
  if [[ ${progress:-yes} != no ]]; then
    watch "$1" "$2" "$EPOCHREALTIME" &
    watcher=$!
  fi
  "${@:3}" || code=$?
  if [[ -n $watcher ]]; then
    kill "$watcher" 2>/dev/null || true
    wait "$watcher" 2>/dev/null || true
    if [[ -t 1 ]]; then printf '\r\e[K'; fi
  fi
  return "$code"
}

# watch NAME LOG START: shows the last line of the log: on a terminal twice a second in place, elsewhere as a new line
# every ten seconds.
watch() {
  local columns line passes=0
  columns=$(tput cols 2>/dev/null || echo 80)
  # A sleep may outlive the watcher for a moment. Its output goes nowhere, since it would keep a pipe open.
  while sleep 0.5 >/dev/null 2>&1 && kill -0 $$ 2>/dev/null; do
    if [[ ! -t 1 ]] && ((++passes % 20 != 0)); then continue; fi
    line=$(printf '%-18s %7s s  %s' "$1" "$(seconds_since "$3")" "$(tail -n 1 "$2" | tr -cd '[:print:]')")
    if [[ -t 1 ]]; then printf '\r\e[K%s' "${line:0:columns-1}"; else printf '%s\n' "${line:0:120}"; fi
  done
}

# configure PRESET [OPTION...]: with HEARTS_WERROR=ON in the environment, as in the gate, warnings stop the build.
configure() {
  step "$1 configure" cmake --preset "$1" "-DHEARTS_WERROR=${HEARTS_WERROR:-OFF}" "${@:2}"
}

# test_times PRESET: prints "SECONDS PRESET NAME" for each test that ran, from the results that ctest wrote.
test_times() {
  sed -nE "/status=\"notrun\"/d; s/^.*<testcase name=\"([^\"]*)\" .* time=\"([^\"]*)\" .*$/\2 $1 \1/p" "$logs/$1-test.xml" |
    sed "s/&lt;/</g; s/&gt;/>/g; s/&quot;/\"/g; s/&apos;/'/g; s/&amp;/\&/g"
}

# Prints the times of all steps, the total time and the number of tests of each suite, and the ten slowest tests.
print_times() {
  local preset all
  all=$(for preset in ${presets[@]+"${presets[@]}"}; do [[ ! -s $logs/$preset-test.xml ]] || test_times "$preset"; done)
  printf '\nTimes of the steps\n'
  sed '1d; s/^/  /' "$times"
  printf '  %-18s %7s s\n' "all" "$(seconds_since "$(head -n 1 "$times")")"
  printf '\nSuites: total seconds and number of tests\n'
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

# explain_failure NAME LINES [OTHER]: prints the last LINES of a failed step's log, or of another step's log, on stderr.
explain_failure() {
  local log
  log=$(log_of "${3:-$1}")
  {
    echo
    echo "$script: the step '$1' failed. The end of $log:"
    tail -n "$2" "$log"
    echo
  } >&2
}
