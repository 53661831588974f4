#!/usr/bin/env bash
# Runs a command while no processor sleeps: benchmarks/awake.sh java -cp benchmarks/target/benchmarks.jar ...
#
# On a virtual machine a processor that has nothing to do is taken away: to have it back takes 50 microseconds, more than
# a call to Redis, and for a second two of them may share one. So each gets a loop that runs when nothing else does. Linux.
set -euo pipefail
for ((processor = 0; processor < $(nproc); processor++)); do
  taskset -c "$processor" chrt --idle 0 sh -c 'while :; do :; done' &
done
trap 'kill $(jobs -p)' EXIT
sleep 2 # until the host has given each a processor of its own
"$@"
