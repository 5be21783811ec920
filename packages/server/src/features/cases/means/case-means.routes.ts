import { getCaseMeans } from '@ipoteka-office/contract/cases/case-means.ts'
import type { Engine } from '#features/cases/engine/engine.ts'
import { type Route, route } from '#http/route.ts'
import { caseMeans } from './case-means.service.ts'

/** ПДН and К/З of cases. */
export const caseMeansRoutes = ({ engine }: { engine: Engine }): Route[] => [
  route(getCaseMeans, ({ params }, context) => caseMeans(context, engine, params.id)),
]
