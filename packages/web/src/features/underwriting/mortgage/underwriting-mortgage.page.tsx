import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { MortgagePage } from './mortgage.tsx'

export const Route = createFileRoute('/underwriting-mortgage/$appId/{-$tabId}/{-$objectId}')({
  component: UnderwritingMortgagePage,
})

function UnderwritingMortgagePage() {
  const { appId, tabId, objectId } = Route.useParams()
  const go = useNavigate()
  return (
    <MortgagePage
      id={appId}
      tab={tabId}
      object={objectId}
      onOpen={(href) => void go({ href, replace: true, resetScroll: false })}
    />
  )
}
