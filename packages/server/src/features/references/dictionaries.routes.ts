import * as imports from '@ipoteka-office/contract/references/reference-imports.ts'
import * as api from '@ipoteka-office/contract/references/reference-items.ts'
import type { FileGate } from '#files/receive.ts'
import { type Route, route } from '#http/route.ts'
import { listDictionaries } from './dictionaries.repo.ts'
import {
  createDictionary,
  getDictionary,
  listDictionaryHistory,
  saveDictionary,
} from './dictionaries.service.ts'
import { exportAtOnce, startExport } from './dictionary-export.service.ts'
import { listItems } from './dictionary-items.repo.ts'
import { createItem, getUsage, listItemHistory, moveItem, saveItem } from './dictionary-items.service.ts'
import { applyImport, getImport, listImportRows, startImport } from './reference-import.service.ts'
import type { ReferencesParts } from './reference-reader.service.ts'

/** Administration of dictionaries. */
export const dictionariesRoutes = ({
  references,
  clock,
  gate,
}: ReferencesParts & { gate: FileGate }): Route[] => [
  route(api.listDictionaries, ({ query }, { db }) => listDictionaries(db, query)),
  route(api.getDictionary, ({ params }, { db }) => getDictionary(db, params.id)),
  route(api.createDictionary, ({ body }, context) => createDictionary(context, body)),
  route(api.saveDictionary, ({ params, body }, context) =>
    saveDictionary(context, references, params.id, body),
  ),
  route(api.listDictionaryHistory, ({ params, query }, context) =>
    listDictionaryHistory(context, params.id, query),
  ),
  route(api.listDictionaryItems, async ({ params, query }, { db }) => {
    const { code } = await getDictionary(db, params.id)
    return listItems(db, code, query)
  }),
  route(api.createDictionaryItem, ({ params, body }, context) =>
    createItem(context, references, params.id, body),
  ),
  route(api.saveDictionaryItem, ({ params, body }, context) =>
    saveItem(context, references, params.id, body),
  ),
  route(api.moveDictionaryItem, ({ params, body }, context) =>
    moveItem(context, references, params.id, body.afterId),
  ),
  route(api.getItemUsage, ({ params }, { db }) => getUsage(db, params.id)),
  route(api.listItemHistory, ({ params, query }, context) => listItemHistory(context, params.id, query)),
  route(api.exportDictionary, ({ params, body }, context) => exportAtOnce(context, params.id, body)),
  route(api.startDictionaryExport, ({ params, body }, context) => startExport(context, params.id, body)),
  route(imports.startReferenceImport, ({ params, query, file }, context) =>
    startImport(context, { gate, clock }, params.id, file, query.missing),
  ),
  route(imports.getReferenceImport, ({ params }, { db }) => getImport(db, params.id)),
  route(imports.listReferenceImportRows, ({ params, query }, { db }) => listImportRows(db, params.id, query)),
  route(imports.applyReferenceImport, ({ params }, context) => applyImport(context, params.id, clock)),
]
