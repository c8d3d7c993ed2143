// Philox4x32-10, the counter-based generator of Salmon, Moraes, Dror and Shaw
// ("Parallel Random Numbers: As Easy as 1, 2, 3", SC 2011), bit for bit as in
// Random123 and PyTorch: four random words are a pure function of a counter of
// four words and a key of two.
#ifndef TC_RUNTIME_PHILOX_H
#define TC_RUNTIME_PHILOX_H

#include <stdint.h>

enum { TC_PHILOX_ROUNDS = 10 };

#define TC_PHILOX_M0 0xD2511F53u // multipliers
#define TC_PHILOX_M1 0xCD9E8D57u
#define TC_PHILOX_W0 0x9E3779B9u // what the key is raised by each round
#define TC_PHILOX_W1 0xBB67AE85u

/// One round, in place.
static inline void tcPhiloxRound(uint32_t words[4], uint32_t key0,
                                 uint32_t key1) {
  uint64_t p0 = (uint64_t)TC_PHILOX_M0 * words[0];
  uint64_t p1 = (uint64_t)TC_PHILOX_M1 * words[2];
  words[0] = (uint32_t)(p1 >> 32) ^ words[1] ^ key0;
  words[1] = (uint32_t)p1;
  words[2] = (uint32_t)(p0 >> 32) ^ words[3] ^ key1;
  words[3] = (uint32_t)p0;
}

/// Replaces a counter by its four random words.
static inline void tcPhilox(uint32_t words[4], uint32_t key0, uint32_t key1) {
  for (int round = 0; round < TC_PHILOX_ROUNDS; ++round) {
    tcPhiloxRound(words, key0, key1);
    key0 += TC_PHILOX_W0;
    key1 += TC_PHILOX_W1;
  }
}

#endif // TC_RUNTIME_PHILOX_H
