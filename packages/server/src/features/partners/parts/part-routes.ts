import type { SchemaOf } from '@ipoteka-office/contract/common/schema.ts'
import type { EndpointSpec } from '@ipoteka-office/contract/endpoint.ts'
import { type Context, type Route, route } from '#http/route.ts'
import type { PartItem } from './partner-part.repo.ts'
import { createItem, getItem, type Part, removeItem, removeItems, saveItem } from './partner-parts.service.ts'

/** The five calls of a collection beside its list, as `partnerCollection` of the contract makes them. */
export interface PartCalls<Answer, Input> {
  readonly create?: EndpointSpec & { readonly body: SchemaOf<Input>; readonly response: SchemaOf<Answer> }
  readonly removeMany: EndpointSpec
  readonly get: EndpointSpec & { readonly response: SchemaOf<Answer> }
  readonly update: EndpointSpec & {
    readonly body: SchemaOf<Input & { version: number }>
    readonly response: SchemaOf<Answer>
  }
  readonly remove: EndpointSpec
}

interface Request<Input> {
  readonly params: { readonly partnerId: number; readonly id: number; readonly roleId: number }
  readonly query: { readonly version: number; readonly ids: number[] }
  readonly body: Input & { readonly version: number }
}

/** Answers the calls by the part, which may depend on the address: accreditations are those of a role. */
export function partRoutes<Answer, Item extends PartItem & Answer, Input extends object>(
  calls: PartCalls<Answer, Input>,
  partOf: (
    context: Context,
    params: Request<Input>['params'],
  ) => Part<Item, Input> | Promise<Part<Item, Input>>,
): Route[] {
  const answer = (
    endpoint: EndpointSpec,
    work: (context: Context, part: Part<Item, Input>, request: Request<Input>) => Promise<unknown>,
  ): Route =>
    route(endpoint, async (parsed, context) => {
      // The contract's schemas have checked the parts.
      const request = parsed as unknown as Request<Input>
      return (await work(context, await partOf(context, request.params), request)) as never
    })
  return [
    ...(calls.create === undefined
      ? []
      : [
          answer(calls.create, (context, part, { params, body }) =>
            createItem(context, part, params.partnerId, body),
          ),
        ]),
    answer(calls.removeMany, (context, part, { params, query }) =>
      removeItems(context, part, params.partnerId, query.ids),
    ),
    answer(calls.get, (context, part, { params }) => getItem(context, part, params)),
    answer(calls.update, (context, part, { params, body }) => saveItem(context, part, params, body)),
    answer(calls.remove, (context, part, { params, query }) =>
      removeItem(context, part, params, query.version),
    ),
  ]
}
