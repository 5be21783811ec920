import type { QuestionnaireParticipant } from '@ipoteka-office/contract/cases/section-completeness.ts'
import { counted } from '@ipoteka-office/contract/common/counted.ts'
import type { Db } from '#db/database.ts'
import type { Engine } from '#features/cases/engine/engine.ts'
import { savedFrom } from '#features/cases/sections/save-marks.service.ts'
import { findNames } from '#features/history/card-history.service.ts'
import type { ChecksByCode, NetworkQuestion } from '#integrations/auto-checks/check-service.ts'
import { isPublicAddress, networkOf } from '#integrations/auto-checks/network-places.rules.ts'
import { bankDay } from '#lib/bank-time.ts'
import { type Answer, askService, own, requestIdOf } from './ask-check.service.ts'
import type { CheckRow } from './auto-checks.repo.ts'

/** So many of the latest are asked about at once. */
const mostAsked = 20

/** The region of an address that was chosen; of one typed in words nobody knows it. */
function regionOf(address: unknown): string | null {
  if (typeof address !== 'object' || address === null) return null
  const { regionCode, kladrId } = address as Readonly<Record<string, unknown>>
  if (typeof regionCode === 'string' && /^\d{2}$/.test(regionCode)) return regionCode
  return typeof kladrId === 'string' && /^\d{11}/.test(kladrId) ? kladrId.slice(0, 2) : null
}

/** Where the person says they are registered and live. */
async function homesOf(db: Db, { sections }: QuestionnaireParticipant): Promise<NetworkQuestion['homes']> {
  const { registrationAddress, residenceAddress } = sections.PERSONAL ?? {}
  const regions = [
    ...new Set(
      [residenceAddress, registrationAddress].map(regionOf).filter((code): code is string => code !== null),
    ),
  ]
  const codes = regions.map((code) => ({ dictionary: 'region', code }))
  const names = await findNames(db, { codes, ids: new Map() })
  return regions.map((region) => ({ region, name: names.get(`region:${region}`) ?? `регион ${region}` }))
}

const several = (addresses: readonly string[]) => [...new Set(addresses.map(networkOf))].join(', ')

/** Whether the addresses of the network from which partners' people saved the questionnaire are where the person lives. */
export async function networkAnswer(
  { db, engine, checks }: { readonly db: Db; readonly engine: Engine; readonly checks: ChecksByCode },
  {
    caseId,
    check,
    person,
  }: {
    readonly caseId: number
    readonly check: CheckRow
    readonly person: QuestionnaireParticipant | undefined
  },
  signal: AbortSignal,
): Promise<Answer> {
  const { code, participantId } = check
  const nothing = (text: string) => own({ state: 'OK', text }, { code, participantId })
  if (person === undefined) return nothing('Участника больше нет в заявке')
  const saved = await savedFrom(db, caseId)
  if (saved.length === 0) {
    const figures = await engine.parameters.figuresOn(bankDay(engine.clock))
    const months = counted(figures['fraud-marks-retention'], ['месяц', 'месяца', 'месяцев'])
    return nothing(`Откуда сохраняли анкету, не записано: отметки хранятся ${months}`)
  }
  const outside = saved.flatMap(({ address, outside: isOutside }) => (isOutside ? [address] : []))
  if (outside.length === 0)
    return nothing('Анкету сохраняли только сотрудники банка: место клиента по их адресам не узнать')
  const addresses = outside.filter(isPublicAddress).slice(0, mostAsked)
  if (addresses.length === 0)
    return nothing(`Адреса внутренней сети (${several(outside)}): место по ним не узнать`)
  const homes = await homesOf(db, person)
  const question = {
    requestId: requestIdOf(check),
    code,
    person: null,
    network: { addresses, homes },
    attempt: check.attempts + 1,
  }
  // The run outlives the marks: it keeps networks and no address.
  const kept = {
    requestId: question.requestId,
    code,
    networks: [...new Set(addresses.map(networkOf))],
    homes,
  }
  return askService(checks(code), question, { kept, signal })
}
