import { createPartnerRate } from '@ipoteka-office/contract/partners/partner-roles.ts'
import {
  createPartner,
  deactivatePartner,
  updatePartnerCard,
} from '@ipoteka-office/contract/partners/partners.ts'
import { useRights } from '#api/rights.ts'

const no = (what: string) => `Нет права на ${what}. Обратитесь к администратору`

/** Why something of a card may not be done; null: it may. The server decides by itself. */
export interface PartnerAccess {
  readonly isOperator: boolean
  readonly create: string | null
  readonly update: string | null
  readonly deactivate: string | null
  /** Roles, accreditation and rates. */
  readonly roles: string | null
  /** ИНН, ОГРН, the head organisation, free partners. */
  readonly operator: string | null
}

const operatorOnly = 'Изменяет только оператор. Напишите ему, если сведения устарели'

/** What the person may do with partners' cards, and why not. */
export function usePartnerAccess(): PartnerAccess {
  const rights = useRights()
  const update = rights.mayCall(updatePartnerCard) ? null : no('изменение партнёров')
  const roles = rights.mayCall(createPartnerRate) ? null : no('изменение ролей и ставок партнёров')
  const operator = rights.isAhml ? null : operatorOnly
  return {
    isOperator: rights.isAhml,
    create: rights.mayCall(createPartner) ? null : no('создание партнёров'),
    update,
    deactivate: rights.mayCall(deactivatePartner) ? null : no('отключение партнёров'),
    roles: operator ?? roles,
    operator: update ?? operator,
  }
}
