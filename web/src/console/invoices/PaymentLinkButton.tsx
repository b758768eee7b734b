/** The link for a client to pay, to copy and send. It is requested on a click. */
import { Anchor, Button, Group } from '@mantine/core'
import { useState } from 'react'
import { useChange } from '../../api/queries.ts'
import { CopyTextButton } from '../../shared/content/CopyTextButton.tsx'
import { words } from '../../shared/texts/console.ts'
import { Dialog } from '../blocks/Dialog.tsx'
import { toastFailure } from '../blocks/toasts.tsx'

const texts = words.invoices.link

export function InvoiceLinkButton({ id }: { id: string }) {
  const link = useChange('postConsoleClientInvoicesByIdPaymentLink')
  return <LinkButton get={() => link.mutateAsync({ params: { id } })} isBusy={link.isPending} hint={texts.hint} />
}

export function AccountLinkButton({ id }: { id: number }) {
  const link = useChange('postConsoleAccountsByIdPaymentLink')
  return (
    <LinkButton get={() => link.mutateAsync({ params: { id } })} isBusy={link.isPending} hint={texts.allHint} isSmall />
  )
}

interface LinkButtonProps {
  get(): Promise<{ readonly url: string }>
  readonly isBusy: boolean
  readonly hint: string
  readonly isSmall?: boolean
}

function LinkButton({ get, isBusy, hint, isSmall }: LinkButtonProps) {
  const [url, setUrl] = useState<string>()
  const show = () => get().then((answer) => setUrl(answer.url), toastFailure)
  return (
    <>
      <Button variant="default" size={isSmall ? 'xs' : 'sm'} loading={isBusy} onClick={() => void show()}>
        {texts.act}
      </Button>
      <Dialog title={texts.title} isOpen={url !== undefined} close={() => setUrl(undefined)} isWide>
        <Group wrap="nowrap" align="start" justify="space-between">
          <Anchor href={url} target="_blank" rel="noopener noreferrer" style={{ overflowWrap: 'anywhere' }}>
            {url}
          </Anchor>
          <CopyTextButton text={url ?? ''} label={texts.act} />
        </Group>
        <p>{hint}</p>
      </Dialog>
    </>
  )
}
