import { PartnerEmployees } from './partner-employees.tsx'

/** «Сотрудники» of a partner's card. The card's address is the card's: the list keeps its state to itself. */
export const PartnerEmployeesTab = ({ partnerId }: { partnerId: number }) => (
  <PartnerEmployees partnerId={String(partnerId)} />
)
