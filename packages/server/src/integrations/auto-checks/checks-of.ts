import { ZodError } from 'zod'
import type { Config } from '#config.ts'
import { bankDay, systemClock } from '#lib/bank-time.ts'
import { NoAnswer } from '../ask-json.ts'
import type { ServiceCode } from '../connected.ts'
import { ServiceAnswers } from '../service-answers.ts'
import { bankruptcyCheck } from './bankruptcy-client.ts'
import { type CheckService, type ChecksByCode, CheckUnavailable } from './check-service.ts'
import { employerCheck } from './employer-client.ts'
import { gatewayChecks } from './gateway-client.ts'
import { networkCheck } from './network-client.ts'
import { passportCheck } from './passport-client.ts'
import { selfEmployedCheck } from './self-employed-client.ts'
import { standInChecks } from './stand-in.ts'

/** In production nobody invents answers: what is not connected stays unanswered. */
const nobody: CheckService = {
  kind: 'SERVICE',
  ask: () =>
    Promise.reject(new CheckUnavailable('Служба проверки не подключена: обратитесь к администратору')),
}

/** Whatever a client meets instead of an answer is an error of the service, never a pass. */
const sound = (service: CheckService): CheckService => ({
  ...service,
  ask: (question, signal) =>
    service.ask(question, signal).catch((cause: unknown) => {
      if (cause instanceof NoAnswer) throw new CheckUnavailable(cause.message, { cause })
      if (cause instanceof ZodError) throw new CheckUnavailable('Ответ службы не разобран', { cause })
      throw cause
    }),
})

/**
 * Who answers each check: the service with a public protocol when it is configured, else the bank's gateway, else the
 * stand-in, whose answers are marked as such, and in production nobody.
 */
export function checksOf(
  {
    checks: { gateway, bankruptcy },
    dadata,
    production,
    npdUrl,
    bankTimeZone,
  }: Pick<Config, 'checks' | 'dadata' | 'production' | 'npdUrl' | 'bankTimeZone'>,
  answers = new ServiceAnswers(),
): ChecksByCode {
  const real = (code: ServiceCode, client: CheckService) => answers.watching(code, sound(client))
  const rest =
    gateway === null ? (production ? nobody : standInChecks()) : real('CHECKS', gatewayChecks(gateway))
  const services = new Map<string, CheckService>()
  if (bankruptcy !== null) services.set('EFRSB', real('EFRSB', bankruptcyCheck(bankruptcy)))
  if (npdUrl !== null) {
    const clock = systemClock(bankTimeZone)
    services.set(
      'SELF_EMPLOYED',
      real('NPD', selfEmployedCheck({ url: npdUrl, today: () => bankDay(clock) })),
    )
  }
  if (gateway !== null) services.set('GEO_IP', real('CHECKS', networkCheck(gateway)))
  if (dadata !== null) services.set('EMPLOYER_EGRUL', real('DADATA', employerCheck(dadata)))
  // The gateway knows the Ministry's own service, DaData an old list of it.
  if (gateway === null && dadata?.clean)
    services.set('PASSPORT_INVALID', real('DADATA', passportCheck(dadata.clean)))
  return (code) => services.get(code) ?? rest
}
