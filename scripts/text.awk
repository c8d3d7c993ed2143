# Makes the text that `make demo-train` trains on: sentences of a small grammar,
# the same ones everywhere. awk -v bytes=65536 -f scripts/text.awk
function pick(list, n,   u) { # the first words come more often
  seed = seed * 16807 % 2147483647
  u = seed / 2147483647
  return list[int(u * u * n) + 1]
}
function noun() {
  return pick(articles, na) " " (pick(coin, 2) ? pick(adjectives, nj) " " : "") \
         pick(nouns, nn)
}
function clause() {
  return noun() " " pick(verbs, nv) " " noun() \
         (pick(coin, 2) ? " " pick(places, np) " " noun() : "")
}
function sentence(   s) {
  s = clause() (pick(coin, 2) ? pick(joints, nt) clause() : "")
  return toupper(substr(s, 1, 1)) substr(s, 2) ".\n"
}
BEGIN {
  seed = 20240229
  split("0 1", coin)
  coin[1] = 0; coin[2] = 1
  na = split("the a one every this that", articles)
  nj = split("small old red quiet clever heavy bright lazy wooden strange " \
             "distant golden", adjectives)
  nn = split("fox river house child king stone bird letter garden ship " \
             "teacher mountain clock baker lantern bridge", nouns)
  nv = split("sees finds follows carries remembers builds paints hears " \
             "forgets watches", verbs)
  np = split("near behind above under beside beyond", places)
  nt = split(", and |, but |, while |; then |, because ", joints, "|")
  while (length(text) < bytes)
    text = text sentence()
  printf "%s", substr(text, 1, bytes)
}
