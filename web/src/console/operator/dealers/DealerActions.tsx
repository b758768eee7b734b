/** What the operator can do with a dealer. Each action explains its effect first. */
import { Button } from '@mantine/core'
import type { OperatorDealer } from '../../../api/generated.ts'
import { useChange } from '../../../api/queries.ts'
import { operator } from '../../../shared/texts/operator.ts'
import { confirm } from '../../blocks/confirm.tsx'
import { toastResult } from '../../blocks/toasts.tsx'

const { dealers } = operator

interface Named {
  readonly id: number
  readonly name: string
}

export function VerifyButton({ dealer: { id, name } }: { dealer: Named }) {
  const verifying = useChange('postOperatorDealersByIdVerify')
  const verify = async () => {
    const isYes = await confirm({
      title: dealers.verifyTitle(name),
      text: dealers.verifyText,
      canBeUndone: true,
      undoText: dealers.verifyUndo,
      act: dealers.verify,
    })
    if (!isYes) return
    await toastResult(verifying.mutateAsync({ params: { id } }), dealers.verified(name))
  }
  return (
    <Button loading={verifying.isPending} onClick={() => void verify()}>
      {dealers.verify}
    </Button>
  )
}

export function AccessButton({ dealer }: { dealer: OperatorDealer }) {
  const suspending = useChange('postOperatorDealersByIdSuspend')
  const resuming = useChange('postOperatorDealersByIdResume')
  const { id, name } = dealer
  const resume = () => toastResult(resuming.mutateAsync({ params: { id } }), dealers.resumed(name))
  const suspend = async () => {
    const isYes = await confirm({
      title: dealers.suspendTitle(name),
      text: dealers.suspendText,
      effect: [
        [dealer.people, dealers.effectPeople],
        [dealer.accounts, dealers.effectAccounts],
        [dealer.units, dealers.effectUnits],
      ],
      canBeUndone: true,
      act: dealers.suspend,
    })
    if (!isYes) return
    await toastResult(suspending.mutateAsync({ params: { id } }), dealers.suspended(name), {
      undo: () => resuming.mutateAsync({ params: { id } }),
    })
  }
  return dealer.suspended_at === null ? (
    <Button variant="default" loading={suspending.isPending} onClick={() => void suspend()}>
      {dealers.suspend}
    </Button>
  ) : (
    <Button loading={resuming.isPending} onClick={() => void resume()}>
      {dealers.resume}
    </Button>
  )
}
