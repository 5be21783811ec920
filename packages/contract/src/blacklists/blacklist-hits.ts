import { z } from 'zod'
import { Day } from '../common/items.ts'
import { PageQuery, pageOf } from '../common/page.ts'
import { CaseType } from '../cases/types/case-types.ts'
import { PersonRef } from '../common/refs.ts'
import { keyOf, Code, Id, IdParam, Instant, requiredText, text } from '../common/scalars.ts'
import { canInBank, endpoint, signedIn } from '../endpoint.ts'
import { blacklistCategories, blacklistKinds, blacklistLevels, blacklistObject } from './blacklist-kinds.ts'

const Kind = keyOf(blacklistKinds)
const Level = keyOf(blacklistLevels)
const Category = keyOf(blacklistCategories)

/** What a person says of a hit. */
export const hitVerdicts = { MATCH: 'Совпадение', NO_MATCH: 'Не совпадение', CHECK: 'Проверить' } as const
export type HitVerdict = keyof typeof hitVerdicts
export const HitVerdict = keyOf(hitVerdicts)

/** One side of a comparison; personal numbers are masked. Null: not known. */
export const ComparedSide = z.object({
  fullName: z.string().nullable(),
  birthDate: z.string().nullable(),
  passport: z.string().nullable(),
  inn: z.string().nullable(),
  snils: z.string().nullable(),
  ogrn: z.string().nullable(),
  phone: z.string().nullable(),
})
export type ComparedSide = z.output<typeof ComparedSide>
/** What stands beside what, in the order in which it is shown. */
export const comparedLabels: Readonly<Record<keyof ComparedSide, string>> = {
  fullName: 'Имя, наименование',
  birthDate: 'Дата рождения',
  passport: 'Паспорт',
  inn: 'ИНН',
  snils: 'СНИЛС',
  ogrn: 'ОГРН',
  phone: 'Телефон',
}

/** How an entry agrees with somebody; why they are listed is read on the card of the entry. */
const agreement = {
  entry: z.object({ id: Id, kind: Kind, category: Category }),
  /** What it means to the deal: an entry that stops stops only where nothing was guessed. */
  effect: Level,
  exact: z.boolean(),
  /** 0–100. */
  score: z.int(),
  agreed: z.array(z.string()),
  against: z.array(z.string()),
  listed: ComparedSide,
}
export const BlacklistAgreement = z.object(agreement)
export type BlacklistAgreement = z.output<typeof BlacklistAgreement>

/** A hit on a participant of a case. */
export const BlacklistHit = z.object({
  ...agreement,
  id: Id,
  participantId: Id,
  participantName: z.string(),
  /** The automatic check that it answers. */
  code: Code,
  given: ComparedSide,
  /** When this very pair was found: another moment as soon as the entry or the questionnaire says something else. */
  foundAt: Instant,
  /** Of this pair, wherever it was said; null: nobody has said anything while both were as they are. */
  verdict: z.object({ verdict: HitVerdict, comment: z.string(), by: PersonRef, at: Instant }).nullable(),
  /** Why the person says nothing of it; null: they may. */
  refusal: z.string().nullable(),
  /** Why the person does not say that it is somebody else; null: they may. */
  refusalToDeny: z.string().nullable(),
})
export type BlacklistHit = z.output<typeof BlacklistHit>

/** Hits on the participants of a case that stand now; for the bank's people alone. */
export const listCaseHits = endpoint({
  method: 'GET',
  path: '/case/:id/blacklist-hits',
  summary: 'Совпадения участников дела с чёрными списками',
  access: signedIn,
  params: z.object({ id: IdParam }),
  response: z.array(BlacklistHit),
})
/** Says whether it is the same person; who decides on the case may. 409 with the hits when the pair is not the one shown. */
export const decideHit = endpoint({
  method: 'POST',
  path: '/case/:id/blacklist-hits/:hitId/verdict',
  summary: 'Вердикт по совпадению с чёрным списком',
  access: signedIn,
  params: z.object({ id: IdParam, hitId: IdParam }),
  body: z.object({
    verdict: HitVerdict,
    comment: requiredText(1_000),
    /** Of the pair that was shown. */
    foundAt: Instant,
  }),
  response: z.array(BlacklistHit),
  idempotent: true,
})

/** Where an entry has fired. */
export const FiredHit = z.object({
  id: Id,
  /** Null: of a type that the person does not read. */
  case: z
    .object({
      id: Id,
      type: CaseType,
      number: z.string(),
      stageName: z.string(),
      participantName: z.string(),
    })
    .nullable(),
  exact: z.boolean(),
  score: z.int(),
  agreed: z.array(z.string()),
  foundAt: Instant,
  verdict: HitVerdict.nullable(),
})
export type FiredHit = z.output<typeof FiredHit>
/** The newest first. */
export const listEntryHits = endpoint({
  method: 'GET',
  path: '/blacklist/:kind/:id/hits',
  summary: 'Где сработала запись чёрного списка',
  access: canInBank(blacklistObject, 'Read'),
  params: z.object({ kind: Kind, id: IdParam }),
  query: PageQuery,
  response: pageOf(FiredHit),
})

/** Who is tried against a list outside any application; what is not known is empty. */
export const BlacklistQuestion = z.object({
  /** Why it is asked; goes into the access log. */
  purpose: requiredText(500),
  lastName: text(100).default(''),
  firstName: text(100).default(''),
  middleName: text(100).default(''),
  birthDate: Day.nullable().default(null),
  passport: text(32).default(''),
  inn: text(32).default(''),
  snils: text(32).default(''),
  phone: text(32).default(''),
  /** Of an organisation. */
  name: text(500).default(''),
  ogrn: text(32).default(''),
  region: Code.nullable().default(null),
})
export type BlacklistQuestion = z.output<typeof BlacklistQuestion>
/** Phones are asked of the list of phones alone; a person's phone is compared with those of listed people too. */
export const checkBlacklist = endpoint({
  method: 'POST',
  path: '/blacklist/:kind/check',
  summary: 'Проверка по чёрному списку без заявки',
  access: canInBank(blacklistObject, 'Check'),
  params: z.object({ kind: Kind }),
  body: BlacklistQuestion,
  response: z.array(BlacklistAgreement),
  asksByNumber: ['passport', 'inn', 'snils', 'phone', 'ogrn'],
})
