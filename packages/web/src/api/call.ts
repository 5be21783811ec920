import type { EndpointSpec, RequestOf, ResponseOf } from '@ipoteka-office/contract/endpoint.ts'
import { bodyOf, type CallOptions, send } from './send.ts'

/** The request of an endpoint that needs one, nothing for one that does not. */
export type RequestArgs<S extends EndpointSpec> =
  Record<string, never> extends RequestOf<S>
    ? [request?: RequestOf<S>, options?: CallOptions]
    : [request: RequestOf<S>, options?: CallOptions]

/** Calls the server; rejects with what `describeFailure` puts into words. */
export async function call<const S extends EndpointSpec>(
  endpoint: S,
  ...[request, options]: RequestArgs<S>
): Promise<ResponseOf<S>> {
  const response = await send(endpoint, request ?? {}, options)
  return (await bodyOf(response)) as ResponseOf<S>
}
