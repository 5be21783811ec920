import type { Config } from '#config.ts'
import { type BureauClient, BureauUnavailable } from './bureau-client.ts'
import { bureauGateway } from './gateway-client.ts'
import { standInReports } from './stand-in/stand-in-reports.ts'

/** In production nobody invents credit histories. */
const refused = () =>
  Promise.reject(
    new BureauUnavailable('Бюро кредитных историй не подключены: обратитесь к администратору', {
      isFinal: true,
    }),
  )
const nobody: BureauClient = { kind: 'SERVICE', ask: refused, tell: refused }

/** The bank's gateway when it is configured; else the stand-in, whose reports are marked as such. */
export function reportBureausOf({
  creditReports: { gateway },
  production,
}: Pick<Config, 'creditReports' | 'production'>): BureauClient {
  if (gateway !== null) return bureauGateway(gateway)
  return production ? nobody : standInReports()
}
