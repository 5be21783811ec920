import { readTogether } from '@ipoteka-office/contract/together/together.ts'
import { linesRoute, type Route } from '#http/route.ts'

/** Several reads in one request. */
export const togetherRoutes: Route[] = [linesRoute(readTogether, ({ body }, { ask }) => ask(body.reads))]
