// opgen: queries of TableGen records in JSON form.
#include "opgen.h"

#include <string.h>

json_t *recordGet(const Model *m, const char *name) {
  return name ? json_object_get(m->records, name) : NULL;
}

json_t *recordDeref(const Model *m, json_t *reference) {
  json_t *def = json_object_get(reference, "def");
  return recordGet(m, json_string_value(def));
}

json_t *recordField(const Model *m, json_t *record, const char *field) {
  return recordDeref(m, json_object_get(record, field));
}

const char *recordString(json_t *record, const char *field) {
  const char *text = json_string_value(json_object_get(record, field));
  return text ? text : "";
}

int recordInt(json_t *record, const char *field, int otherwise) {
  json_t *value = json_object_get(record, field);
  return json_is_integer(value) ? (int)json_integer_value(value) : otherwise;
}

const char *recordName(json_t *record) { return recordString(record, "!name"); }

bool recordIs(json_t *record, const char *superclass) {
  size_t i;
  json_t *name;
  json_array_foreach(
      json_object_get(record, "!superclasses"), i,
      name) if (!strcmp(json_string_value(name), superclass)) return true;
  return false;
}

void recordVisitTraits(const Model *m, json_t *traits, TraitVisitor *visit,
                       void *context) {
  size_t i;
  json_t *reference;
  json_array_foreach(traits, i, reference) {
    json_t *trait = recordDeref(m, reference);
    if (!trait)
      continue;
    visit(m, trait, context);
    if (recordIs(trait, "TraitList"))
      recordVisitTraits(m, json_object_get(trait, "traits"), visit, context);
  }
}
