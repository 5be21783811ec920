import { setTimeout as sleep } from 'node:timers/promises'
import { chanceOf } from '../../self-ban/stand-in.ts'
import { type BureauClient, BureauUnavailable, type ReportQuestion } from '../bureau-client.ts'
import { inventReport, seedOf } from './invent-report.ts'
import { writeReport } from './write-xml.ts'

/** How the stand-in behaves; tests make it quick. */
export interface StandInOptions {
  readonly delay?: readonly [least: number, most: number]
}

/** What a passport brings about by its end, so that a person who shows the product can have it. */
const rare: Readonly<Record<string, (question: ReportQuestion) => Uint8Array>> = {
  // A report of somebody else of the same name.
  '0505': (question) => writeReport[question.bureau]({ ...inventReport(question), ...someoneElse(question) }),
  '0606': (question) => writeReport[question.bureau](inventReport({ ...question, today: '2199-01-01' })),
  '0707': () => Uint8Array.from([...Buffer.from('<?xml version="1.0" encoding="utf-8"?><r>'), 0xc3, 0x28]),
}
const someoneElse = ({ person }: ReportQuestion) => ({
  subject: { ...person, birthDate: '1961-02-03', passport: '4500000001', pastPassports: [] },
})

/**
 * Stands in for the bureaus: answers in a second or two, now and then is silent at the first attempt. Ends of passports
 * bring about what is rare: 31 an answer at the second attempt, 39 none at all, 22 no history, 0505 another person, 0606 days of
 * the future, 0707 a broken encoding, 22 a notice that one bureau refuses, 0808 a credit that nobody has told of, 0777 a self-ban in one bureau.
 */
export function standInReports({ delay: [least, most] = [300, 1_500] }: StandInOptions = {}): BureauClient {
  return {
    kind: 'STAND_IN',
    async ask(question, signal) {
      const seed = seedOf(question.person)
      await sleep(least + chanceOf(`${question.requestId} delay`, Math.max(1, most - least)), undefined, {
        signal,
      })
      if (seed.endsWith('39') || (seed.endsWith('31') && question.attempt < 2))
        throw new BureauUnavailable('Бюро не отвечает')
      return rare[seed.slice(-4)]?.(question) ?? writeReport[question.bureau](inventReport(question))
    },
    async tell({ noticeId, bureau, person, attempt }, signal) {
      const seed = seedOf(person)
      await sleep(least + chanceOf(`${noticeId} delay`, Math.max(1, most - least)), undefined, { signal })
      if (seed.endsWith('39') || (seed.endsWith('31') && attempt < 2))
        throw new BureauUnavailable('Бюро не отвечает')
      if (seed.endsWith('22') && bureau === 'OKB')
        throw new BureauUnavailable('ОКБ: сведения отклонены форматным контролем', { isFinal: true })
      return `${bureau}-${chanceOf(`${noticeId} receipt`, 1_000_000_000)}`
    },
  }
}
