/**
 * What the watchdog runs. Each line that it reads is the whole list; the last whole one counts when the pipe breaks. A
 * record is S:container:since:sha256, a command that was asked for, or P:container:pid:start, its process; times in the
 * ticks of /proc/PID/stat. It ends sessions of those processes only: same number, same start, same container. A hangup
 * first, then by force; several looks, since a command may just be coming up. Only the shell's own words are used but for
 * sleep, date and sha256sum: a shell costs 1 MB where a second Node would cost 40.
 */
export const WATCHDOG_SCRIPT = String.raw`
trap '' HUP INT QUIT TERM PIPE
records=
while IFS= read -r line; do records=$line; done
[ -n "$records" ] || exit 0

# The name in the file may hold anything, line ends too: what counts stands behind its last bracket.
look() {
  last=
  { while IFS= read -r part || [ -n "$part" ]; do last=$part; done < "/proc/$1/stat"; } 2>/dev/null
  case $last in *') '*) ;; *) return 1 ;; esac
  set -- ${'$'}{last##*') '}
  [ $# -ge 20 ] || return 1
  state=$1 parent=$2 session=$4
  shift 19
  start=$1
}

is_of() {
  owned=1
  { while IFS= read -r part || [ -n "$part" ]; do
    case $part in *"$2"*) owned=0 ;; esac
  done < "/proc/$1/cgroup"; } 2>/dev/null
  return $owned
}

tell() {
  printf '{"level":40,"time":"%s","pid":%s,"containerId":"%s","msg":"the server was killed: %s what it had started in a container"}\n' \
    "$(date -u +%Y-%m-%dT%H:%M:%S.000Z)" "$1" "$2" "$3" >&2 2>/dev/null
}

# $1 container, $2 since, $3 digest of the command line: exactly one process, or nobody can say which it is.
resolve() {
  found=
  for folder in /proc/[0-9]*; do
    pid=${'$'}{folder#/proc/}
    look "$pid" && [ "$session" = "$pid" ] && [ "$start" -ge "$2" ] || continue
    [ "$start" -le $(($2 + 1000)) ] && [ "$start" -le "$until" ] && [ "$state" != D ] || continue
    is_of "$pid" "$1" && ! is_of "$parent" "$1" || continue
    digest=$(sha256sum < "/proc/$pid/cmdline" 2>/dev/null) || continue
    [ "${'$'}{digest%% *}" = "$3" ] || continue
    [ -z "$found" ] || return 1
    found=P:$1:$pid:$start
  done
  [ -n "$found" ]
}

# $1 container, $2 leader, $3 its start, $4 signal
end_session() {
  if look "$2" && [ "$start" != "$3" ]; then return; fi
  for folder in /proc/[0-9]*; do
    pid=${'$'}{folder#/proc/}
    look "$pid" && [ "$session" = "$2" ] && [ "$start" -ge "$3" ] && [ "$state" != Z ] || continue
    is_of "$pid" "$1" || continue
    kill -s "$4" "$pid" 2>/dev/null || continue
    if [ "$4" = HUP ]; then tell "$pid" "$1" 'asked to end'; else tell "$pid" "$1" killed; fi
  done
}

read -r uptime rest < /proc/uptime
# One second for a runtime that is just starting what was asked for; later ones are of somebody else.
until=$((${'$'}{uptime%%.*} * 100 + 200))
for word in HUP KILL KILL KILL; do
  next=
  for record in $records; do
    kind=${'$'}{record%%:*} rest=${'$'}{record#*:}
    container=${'$'}{rest%%:*} rest=${'$'}{rest#*:}
    if [ "$kind" = S ] && resolve "$container" "${'$'}{rest%%:*}" "${'$'}{rest#*:}"; then
      record=$found rest=${'$'}{found#P:*:} kind=P
    fi
    next="$next $record"
    [ "$kind" = P ] && end_session "$container" "${'$'}{rest%%:*}" "${'$'}{rest#*:}" "$word"
  done
  records=$next
  sleep 1
done
`.trim();
