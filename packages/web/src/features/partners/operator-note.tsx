import { usePartnerAccess } from './partner-access.ts'

/** Says above a tab that only the operator changes it; nothing for the operator. */
export function OperatorNote() {
  const { isOperator, roles } = usePartnerAccess()
  if (roles === null) return null
  return (
    <p className="notice" role="note">
      {isOperator
        ? `Только просмотр. ${roles}.`
        : 'Только просмотр. Роли, аккредитацию и ставки изменяет оператор: напишите ему, если сведения устарели.'}
    </p>
  )
}
