import { type InsurerClient, InsurerUnavailable } from './insurer-client.ts'

/** Roubles at which the stand-in of insurers says something rare, by the last three digits of the whole sum insured. */
export const rareSums = { refusal: '013', silence: '017', dearer: '019' } as const

const oldestTaken = 70

/** A quarter above, in whole roubles: what a look at the client's health has come to. */
const dearer = (premium: string) => `${(BigInt(premium.split('.')[0] ?? '0') * 5n) / 4n}.00`

/** Stands in for insurers: takes what it is asked, refuses the old, and by the sum is silent, refuses or wants more. */
export const standInInsurers = (): InsurerClient => ({
  kind: 'STAND_IN',
  ask({ sum, premium, risk, type }) {
    const end = (sum.split('.')[0] ?? '').slice(-3)
    if (end === rareSums.silence) return Promise.reject(new InsurerUnavailable('Страховщик не ответил'))
    if (end === rareSums.refusal || (type === 'LIFE' && risk.age !== null && risk.age > oldestTaken))
      return Promise.resolve({
        decision: 'REFUSE',
        premium: null,
        text:
          end === rareSums.refusal
            ? 'По итогам медицинского андеррайтинга отказано'
            : 'Возраст больше 70 лет',
      })
    if (end === rareSums.dearer && premium !== null)
      return Promise.resolve({
        decision: 'ACCEPT',
        premium: dearer(premium),
        text: 'Принято с повышающим коэффициентом после медицинского андеррайтинга',
      })
    return Promise.resolve({ decision: 'ACCEPT', premium: null, text: 'Риск принят по тарифу' })
  },
})
