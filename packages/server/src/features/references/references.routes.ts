import * as api from '@ipoteka-office/contract/references.ts'
import { notFound } from '#http/errors.ts'
import { type Route, route } from '#http/route.ts'
import { findItem, listItems } from './references.repo.ts'

/** Dictionaries of the approver screens and links to other systems. */
export const referencesRoutes: Route[] = [
  route(api.listLoanApplicationLevels, (_, { db }) => listItems(db, 'loanApplicationLevel')),
  route(api.listLoanApplicationStatuses, (_, { db }) => listItems(db, 'loanApplicationStatus')),
  route(api.listRegions, (_, { db }) => listItems(db, 'region')),
  route(api.listWorkStatuses, (_, { db }) => listItems(db, 'workStatus')),
  route(api.getExternalLink, async ({ params }, { db }) => {
    const item = await findItem(db, 'externalLinks', params.referenceCode)
    const link = item?.attributes.link
    if (item === undefined || typeof link !== 'string') throw notFound('Ссылка не настроена')
    return { code: item.code, name: item.name, link }
  }),
]
