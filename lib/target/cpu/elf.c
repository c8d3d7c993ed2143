//===- elf.c - Reading object files --------------------------------*- C
//-*-===//
//
// The symbols that an object needs from elsewhere. (LLVM's C API gives symbols
// without saying which are undefined.) Bounds are checked although LLVM wrote
// the bytes: they may have come out of a cache.
//
//===----------------------------------------------------------------------===//

#include "target/cpu/elf.h"

#include <elf.h>
#include <string.h>

typedef struct Object {
  const char *bytes;
  size_t size;
  Elf64_Ehdr header;
} Object;

static bool isInside(const Object *o, uint64_t offset, uint64_t size) {
  return offset <= o->size && size <= o->size - offset;
}

static bool readHeader(Object *o) {
  if (o->size < sizeof o->header)
    return false;
  memcpy(&o->header, o->bytes, sizeof o->header);
  return !memcmp(o->header.e_ident, ELFMAG, SELFMAG) &&
         o->header.e_ident[EI_CLASS] == ELFCLASS64 &&
         o->header.e_shentsize == sizeof(Elf64_Shdr) &&
         isInside(o, o->header.e_shoff,
                  (uint64_t)o->header.e_shnum * sizeof(Elf64_Shdr));
}

/// Section header `index`; its bytes are inside the file.
static bool readSection(const Object *o, unsigned index, Elf64_Shdr *section) {
  if (index >= o->header.e_shnum)
    return false;
  memcpy(section, o->bytes + o->header.e_shoff + index * sizeof *section,
         sizeof *section);
  return section->sh_type == SHT_NOBITS ||
         isInside(o, section->sh_offset, section->sh_size);
}

static bool findSymbols(const Object *o, Elf64_Shdr *symbols,
                        Elf64_Shdr *names) {
  for (unsigned i = 0; i < o->header.e_shnum; ++i)
    if (readSection(o, i, symbols) && symbols->sh_type == SHT_SYMTAB)
      return readSection(o, symbols->sh_link, names) && names->sh_size &&
             !o->bytes[names->sh_offset + names->sh_size - 1];
  return false;
}

bool tcElfForEachUndefined(const void *object, size_t size,
                           void (*each)(void *context, const char *name),
                           void *context) {
  Object o = {.bytes = object, .size = size};
  Elf64_Shdr symbols, names;
  if (!readHeader(&o) || !findSymbols(&o, &symbols, &names))
    return false;
  // The first symbol is none.
  for (uint64_t i = 1; i < symbols.sh_size / sizeof(Elf64_Sym); ++i) {
    Elf64_Sym symbol;
    memcpy(&symbol, o.bytes + symbols.sh_offset + i * sizeof symbol,
           sizeof symbol);
    if (symbol.st_name >= names.sh_size)
      return false;
    if (symbol.st_shndx == SHN_UNDEF)
      each(context, o.bytes + names.sh_offset + symbol.st_name);
  }
  return true;
}
