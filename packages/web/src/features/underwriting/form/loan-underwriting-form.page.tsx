import { createFileRoute } from '@tanstack/react-router'
import { FormPage } from './form-page.tsx'

export const Route = createFileRoute('/loan-underwriting-form/$appId/{-$borrowerId}/{-$tabId}')({
  component: LoanUnderwritingForm,
})

function LoanUnderwritingForm() {
  const { appId, borrowerId, tabId } = Route.useParams()
  return <FormPage id={appId} participant={borrowerId} tab={tabId} path="/loan-underwriting-form" />
}
