import { useState } from 'react'
import { EmployeesList } from './employees-list.tsx'

/** «Сотрудники» of a partner's card. The card's address is the card's: the list keeps its state to itself. */
export function PartnerEmployeesTab({ partnerId }: { partnerId: number }) {
  const [search, setSearch] = useState<Record<string, unknown>>({})
  return <EmployeesList partnerId={String(partnerId)} search={search} onSearch={setSearch} />
}
