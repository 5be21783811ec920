import { createFileRoute } from '@tanstack/react-router'
import { FormPage } from './form-page.tsx'

export const Route = createFileRoute('/underwriting-form/$appId/{-$borrowerId}/{-$tabId}')({
  component: UnderwritingForm,
})

function UnderwritingForm() {
  const { appId, borrowerId, tabId } = Route.useParams()
  return <FormPage id={appId} participant={borrowerId} tab={tabId} path="/underwriting-form" />
}
