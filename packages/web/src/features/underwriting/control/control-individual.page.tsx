import { createFileRoute } from '@tanstack/react-router'
import { ControlPage } from './control.tsx'

export const Route = createFileRoute('/control-individual/$appId')({ component: Control })

function Control() {
  const { appId } = Route.useParams()
  return <ControlPage id={appId} path="/control-individual" />
}
