import {
  openQuestionnaire,
  type QuestionnaireStart,
} from '#features/cases/sections/open-questionnaire.service.ts'
import { moverOf } from '#features/cases/cards/card.service.ts'
import { requireCase } from '#features/cases/engine/cases.service.ts'
import type { Engine, MoveEvent } from '#features/cases/engine/engine.ts'
import { moveCase } from '#features/cases/engine/move-case.service.ts'
import { carryPrice } from '#features/products/pricing/carried-price.service.ts'
import { notFound } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import { type ConsentRow, findConsents } from './consents.repo.ts'
import { findFullApplication, findShort, type ShortRow } from './short-applications.repo.ts'

/** The values of a section by the names of its fields; what is empty is left out by whoever takes them. */
type Values = Readonly<Record<string, unknown>>

/** What a full application begins with. */
/** Citizens of Russia in `citizenship`. */
const russia = '643'
/** The code of an income from a job in `incomeType`. */
const salary = 'SALARY_MAIN'
/** The code of any other obligation in `creditType`. */
const otherCredit = 'OTHER'
const signatures = {
  HANDWRITTEN: 'PAPER',
  SIMPLE: 'SMS',
  STRONG_UNQUALIFIED: 'UNQUALIFIED',
  STRONG_QUALIFIED: 'ELECTRONIC',
} as const

function consentValues(consents: readonly ConsentRow[], key: string | null): Values {
  const of = (kind: ConsentRow['kind']) =>
    consents.findLast((c) => c.kind === kind && c.coBorrowerKey === key && c.revokedOn === null)
  const personal = of('PERSONAL_DATA')
  const bureau = of('CREDIT_BUREAU')
  return {
    personalData: personal === undefined ? null : true,
    personalDataOn: personal?.signedOn ?? null,
    creditHistory: bureau === undefined ? null : true,
    creditHistoryOn: bureau?.signedOn ?? null,
    signature: personal === undefined ? null : signatures[personal.signature],
    marketing: of('ADVERTISING') === undefined ? null : true,
  }
}

const incomeValues = (income: string | null, verification: string | null = null): Values => ({
  incomes:
    income === null && verification === null
      ? []
      : [{ key: crypto.randomUUID(), type: salary, declared: income, verification }],
})

/** Payments by loans that the client has told of, as one obligation: which loans they are is asked in the full application. */
const obligationValues = (payments: string | null): Values =>
  payments === null || Number(payments) === 0
    ? {}
    : {
        noObligations: false,
        obligations: [
          {
            key: crypto.randomUUID(),
            type: otherCredit,
            creditor: 'Все кредиты по краткой заявке',
            payment: payments,
          },
        ],
      }

type Client = Pick<
  ShortRow,
  'lastName' | 'firstName' | 'middleName' | 'sex' | 'birthDate' | 'passport' | 'phone' | 'email'
>
const personal = ({
  lastName,
  firstName,
  middleName,
  sex,
  birthDate,
  passport,
  phone,
  email,
}: Client): Values => ({
  lastName,
  firstName,
  middleName,
  sex,
  birthDate,
  passport,
  // A passport of this form is given to nobody else.
  citizenship: passport === null ? null : russia,
  phone: phone === null ? null : `+${phone}`,
  email,
})

/** Everything that a short application knows, in the words of the questionnaire. */
export function startOf(row: ShortRow, consents: readonly ConsentRow[]): QuestionnaireStart {
  return {
    type: 'FULL_APPLICATION',
    sourceId: row.id,
    partnerId: row.partner.id,
    regionCode: row.regionCode,
    ...(row.responsibleId === null ? {} : { responsibleId: row.responsibleId }),
    channel: row.channelCode,
    loan: {
      section: 'CREDIT',
      values: {
        programme: row.programmeCode,
        goal: row.goalCode,
        regionCode: row.regionCode,
        propertyPrice: row.objectPrice,
        downPayment: row.downPayment,
        amount: row.amount,
        termMonths: row.months,
        rate: row.rate,
        lifeInsurance: row.lifeInsurance,
        electronicRegistration: row.electronicRegistration,
        channel: row.channelCode,
        comment: row.comment,
      },
    },
    participants: [
      {
        role: 'MAIN_BORROWER',
        ...(row.personId === null ? {} : { personId: row.personId }),
        sections: {
          PERSONAL: {
            ...personal(row),
            birthPlace: row.birthPlace,
            passportIssuedOn: row.passportIssuedOn,
            passportUnitCode: row.passportUnitCode,
            passportIssuer: row.passportIssuer,
            registrationAddress: row.address,
          },
          EMPLOYMENT: {
            employerName: row.employerName,
            employerInn: row.employerInn,
            salaryClient: row.salaryClient,
          },
          INCOME: incomeValues(row.income, row.incomeVerification),
          OBLIGATIONS: obligationValues(row.obligations),
          CONSENTS: consentValues(consents, null),
        },
      },
      ...row.coBorrowers.map((one) => ({
        role: one.role as 'CO_BORROWER' | 'SPOUSE' | 'GUARANTOR',
        sections: {
          PERSONAL: personal(one),
          INCOME: incomeValues(one.income),
          CONSENTS: consentValues(consents, one.key),
        },
      })),
    ],
  }
}

/** Makes the full application when a short one is converted, in the same transaction. */
export async function convert({ db, engine, mover, caseId }: MoveEvent): Promise<void> {
  const row = await findShort(db, null, caseId)
  if (row === undefined) throw notFound('Заявка не найдена')
  const made = await openQuestionnaire(engine, db, mover, startOf(row, await findConsents(db, caseId)))
  await carryPrice(engine.clock, db, {
    from: caseId,
    to: made.id,
    byId: mover.actor?.employeeId ?? null,
  })
}

/** Converts by the call; answers the full application. */
export async function convertByHand(
  engine: Engine,
  context: Context,
  id: number,
  version: number,
): Promise<{ id: number; number: string }> {
  const { db, actor } = context
  const { type } = await requireCase(db, actor, id, 'Send')
  if (type !== 'SHORT_APPLICATION') throw notFound('Заявка не найдена')
  await moveCase(engine, db, moverOf(context), id, { action: 'convert', version })
  const made = await findFullApplication(db, id)
  if (made === undefined) throw new Error(`No full application was made of ${id}`)
  return made
}
