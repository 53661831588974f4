#!/usr/bin/env bash
# The table of a far Redis, whole: benchmarks/far.sh, from the repository's root, with redis-server on the PATH and
# benchmarks/target/benchmarks.jar made (see README.md). Some ten minutes, on a machine that does nothing else.
#
#   VIRTUAL=/path/to/jdk21    a JDK that has virtual threads; without it their rows are left out
#   CLASSES=src/jar/target/classes    these classes instead of the jar's
#   MILLIS=300 ROUNDS=3       of each contender and row
#
# Afterwards io.github.ostiary.benchmarks.report.Report writes the tables into RESULTS.md. A row that fails is named, and the others follow.
set -euo pipefail
jar=benchmarks/target/benchmarks.jar
results=${RESULTS:-benchmarks/results}
path=${CLASSES:+$CLASSES:}$jar
row() {
  "$java" -Dresults="$results" -cp "$path" io.github.ostiary.benchmarks.FarPath \
    millis="${MILLIS:-300}" rounds="${ROUNDS:-3}" "$@" > "$results/far.log" 2>&1 || { tail -20 "$results/far.log"; echo "failed: $*"; }
  echo "$(date +%T) $*"
}
mkdir -p "$results"
rm -f "$results"/far-*.csv "$results/processors.csv"
java=java
row rtt=0.5,1,2,5,10 threads=200 keys=many,hot
row rtt=1 threads=8,64 keys=many,hot
row rtt=1 threads=200 jitter=0.5
row rtt=1 threads=200 late=0.001
row rtt=1 threads=200 identities=2
row rtt=1 threads=64 busy=0.8
row rtt=1 threads=64,200 place=cluster
row rtt=1 threads=200 place=cluster identities=2
# How much of what Redis could decide the stand-in decides, for want of time: a test of the build asks the same without a bound on time.
row rtt=4 threads=100 place=cluster identities=2 with=ostiary
row rtt=4 threads=4 looking=20 with=ostiary
if [ -n "${VIRTUAL:-}" ]; then
  java=$VIRTUAL/bin/java
  row rtt=1 threads=1000 kind=virtual keys=many,hot
  row rtt=5 threads=1000 kind=virtual
  java=java
fi
# One processor against two: the network and Redis have the same ones.
processors() {
  taskset -c "$1" "$java" -Dresults="$results" -cp "$path" io.github.ostiary.benchmarks.Processors "$2" "${MILLIS:-300}" 5 \
    > "$results/far.log" 2>&1 || { tail -20 "$results/far.log"; echo "failed: processors $1"; }
  echo "$(date +%T) on processors $1, $2 threads"
}
processors 0 platform
processors 0,1 platform
if [ -n "${VIRTUAL:-}" ]; then
  java=$VIRTUAL/bin/java
  processors 0 virtual
  processors 0,1 virtual
fi
rm -f "$results/far.log"
echo "$(date +%T) all done: $results/far-*.csv and processors.csv"
