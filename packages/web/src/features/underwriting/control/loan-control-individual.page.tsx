import { createFileRoute } from '@tanstack/react-router'
import { ControlPage } from './control.tsx'

export const Route = createFileRoute('/loan-control-individual/$appId')({ component: LoanControl })

function LoanControl() {
  const { appId } = Route.useParams()
  return <ControlPage id={appId} path="/loan-control-individual" />
}
