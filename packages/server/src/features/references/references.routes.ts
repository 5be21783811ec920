import { ReferenceFilter } from '@ipoteka-office/contract/references/reference-filters.ts'
import { referenceLists } from '@ipoteka-office/contract/references/reference-lists.ts'
import { getExternalLink } from '@ipoteka-office/contract/references/reference-options.ts'
import * as api from '@ipoteka-office/contract/references/references.ts'
import { invalid, notFound } from '#http/errors.ts'
import { type Context, preparedRoute, type Route, route } from '#http/route.ts'
import { check } from '#http/validation.ts'
import { filterAll, filterItems, type SearchParts } from './reference-filter.service.ts'
import { toItem } from './reference-lists.rules.ts'
import { type ReferenceReader, type ReferencesParts, unknownDictionary } from './reference-reader.service.ts'
import { findMetadata, listEnumerations, listMetadata } from './references.repo.ts'

async function findItem(references: ReferenceReader, dictionary: string, code: string) {
  const { items } = await references.find(dictionary)
  return items?.find((item) => item.code === code && item.active)
}

function conditionsOf(text: string | undefined): ReferenceFilter {
  if (text === undefined || text === '') return { searchConditions: [], all: false }
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    throw invalid([{ path: 'searchConditions', message: 'Условия не являются правильным JSON' }])
  }
  return check(ReferenceFilter, {
    searchConditions: Array.isArray(parsed) ? parsed : [parsed],
  }) as ReferenceFilter
}

const pageFilters = [
  ['landUsageType', api.filterLandUsageTypes],
  ['remarksCategoryType', api.filterRemarkCategories],
  ['remarksType', api.filterRemarks],
  ['underwritingDecisionsType', api.filterUnderwritingDecisions],
  ['employmentSeniorityTypeDetails', api.filterSeniorityDetails],
] as const

const areaLists = [
  ['product/status', api.listProductStatuses],
  ['product/type', api.listProductTypes],
  ['contract/typeCode', api.listContractTypeCodes],
] as const

/** Reads of dictionaries and enumerations, and links to other systems. */
export function referencesRoutes({ references, clock }: ReferencesParts): Route[] {
  const partsOf = ({ db, actor }: Context): SearchParts => ({ db, actor, references, clock })
  return [
    ...Object.entries(referenceLists).map(([code, endpoint]) =>
      preparedRoute(endpoint, ({ query }, { actor }) => references.list(code, query, actor)),
    ),
    preparedRoute(api.listReferenceItems, ({ params, query }, { actor }) =>
      references.list(params.code, query, actor),
    ),
    preparedRoute(api.listAddressObjectTypes, ({ params, query }, { actor }) =>
      references.list(`addressObjectType/addressObject/${params.addressObject}`, query, actor),
    ),
    ...areaLists.map(([code, endpoint]) =>
      preparedRoute(endpoint, ({ query }, { actor }) => references.list(code, query, actor)),
    ),
    route(api.getDocumentCategory, async ({ params }) => {
      const item = await findItem(references, 'docCategory', params.code)
      if (item === undefined) throw notFound(`Категория документов «${params.code}» не найдена`)
      return toItem('docCategory', item, { detailed: false })
    }),
    route(getExternalLink, async ({ params }) => {
      const item = await findItem(references, 'externalLinks', params.referenceCode)
      const link = item?.attributes.link
      if (item === undefined || typeof link !== 'string') throw notFound('Ссылка не настроена')
      return { code: item.code, name: item.name, link }
    }),
    route(api.listReferenceMetadata, (_, { db }) => listMetadata(db)),
    route(api.getReferenceMetadata, async ({ params }, { db }) => {
      const metadata = await findMetadata(db, params.code)
      if (metadata === undefined) throw unknownDictionary(params.code)
      return metadata
    }),
    route(api.listEnumerations, (_, { db }) => listEnumerations(db)),
    preparedRoute(api.listEnumeration, ({ params }, { actor }) =>
      references.list(`enum/${params.name}`, {}, actor),
    ),
    route(api.filterReference, ({ params, body }, context) =>
      filterItems(partsOf(context), params.code, body),
    ),
    ...pageFilters.map(([code, endpoint]) =>
      route(endpoint, ({ body }, context) => filterItems(partsOf(context), code, body)),
    ),
    route(api.listDocumentTypes, ({ query }, context) =>
      filterAll(partsOf(context), 'docType', conditionsOf(query.searchConditions)),
    ),
    route(api.filterDocumentTypes, ({ body }, context) => filterAll(partsOf(context), 'docType', body)),
  ]
}
