import type {
  BlacklistAgreement,
  BlacklistQuestion,
} from '@ipoteka-office/contract/blacklists/blacklist-hits.ts'
import type { BlacklistKind } from '@ipoteka-office/contract/blacklists/blacklist-kinds.ts'
import { recordListsAsked, recordUnmasking } from '#features/access-log/access-log.service.ts'
import type { FieldError } from '@ipoteka-office/contract/common/errors.ts'
import { invalid } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import { bankDay, type BankClock } from '#lib/bank-time.ts'
import { masked, seesPersonalData } from '#lib/masking.ts'
import { objectOf } from '../stored-entry.ts'
import { digitsOf, type PersonFacts, phoneOf, present } from './facts.rules.ts'
import { compared } from './hits.rules.ts'
import type { Subject } from './matching.rules.ts'
import { searchBlacklists } from './matching.service.ts'
import { effectOf } from './match-person.rules.ts'

const personOf = (asked: BlacklistQuestion): PersonFacts => ({
  names: asked.lastName !== '' && asked.firstName !== '' ? [asked] : [],
  birthDate: asked.birthDate,
  passports: present([digitsOf(asked.passport)]),
  inn: digitsOf(asked.inn),
  snils: digitsOf(asked.snils),
  phones: present([phoneOf(asked.phone)]),
})

function subjectOf(kind: BlacklistKind, asked: BlacklistQuestion): Subject {
  if (kind === 'phones') return { kind, facts: { phones: present([phoneOf(asked.phone)]) } }
  if (kind === 'individuals') return { kind, facts: personOf(asked) }
  return {
    kind,
    facts: {
      names: present([asked.name === '' ? null : asked.name]),
      inn: digitsOf(asked.inn),
      ogrn: digitsOf(asked.ogrn),
      regionCode: asked.region,
    },
  }
}

/** What is missing for a search that could find anybody, at the first of the fields that would do; null when there is enough. */
function lackOf({ kind, facts }: Subject): FieldError | null {
  if (kind === 'phones')
    return facts.phones.length > 0 ? null : { path: 'phone', message: 'Укажите телефон целиком' }
  if (kind === 'legalPersons') {
    const isNamed = facts.names.length > 0 && facts.regionCode !== null
    return facts.inn !== null || facts.ogrn !== null || isNamed
      ? null
      : { path: 'inn', message: 'Укажите ИНН, ОГРН или наименование с регионом' }
  }
  const numbers = [...facts.passports, facts.inn, facts.snils, ...facts.phones].filter((one) => one !== null)
  return numbers.length > 0 || facts.names.length > 0
    ? null
    : { path: 'lastName', message: 'Укажите фамилию и имя, паспорт, ИНН, СНИЛС или телефон' }
}

/** Tries somebody against a list outside any application; who asked, for what and what came of it is written down. */
export async function checkWithoutCase(
  clock: BankClock,
  context: Context,
  kind: BlacklistKind,
  asked: BlacklistQuestion,
): Promise<BlacklistAgreement[]> {
  const { db, actor } = context
  const subject = subjectOf(kind, asked)
  const lack = lackOf(subject)
  if (lack !== null) throw invalid([lack])
  const [found = []] = await searchBlacklists(db, [subject], bankDay(clock))
  await recordListsAsked(context, objectOf(kind), { purpose: asked.purpose, found: found.length })
  if (seesPersonalData(actor))
    for (const { entry } of found)
      await recordUnmasking(
        context,
        { type: objectOf(kind), id: entry.id },
        { persons: 1, what: 'Проверка без заявки' },
      )
  return masked(
    actor,
    found.map(({ entry: { id, level, category, data }, match }) => ({
      entry: { id, kind, category },
      effect: effectOf(match, level),
      exact: match.exact,
      score: match.score,
      agreed: [...match.agreed],
      against: [...match.against],
      listed: compared(subject, data).listed,
    })),
  )
}
