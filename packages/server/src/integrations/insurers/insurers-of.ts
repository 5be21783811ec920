import type { Config } from '#config.ts'
import { type InsurerClient, InsurerUnavailable } from './insurer-client.ts'
import { insurerGateway } from './insurer-gateway.ts'
import { standInInsurers } from './stand-in.ts'

/** In production nobody invents answers of insurers: people write what the insurer has said. */
const nobody: InsurerClient = {
  kind: 'NONE',
  ask: () => Promise.reject(new InsurerUnavailable('Обмен со страховщиками не подключён', { isFinal: true })),
}

/** The bank's gateway when it is configured; else the stand-in, whose answers are marked as such. */
export function insurersOf({ insurers, production }: Pick<Config, 'insurers' | 'production'>): InsurerClient {
  if (insurers !== null) return insurerGateway(insurers)
  return production ? nobody : standInInsurers()
}
