/** One webhook: its events, its deliveries and its actions. */
import { Button, Menu } from '@mantine/core'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import type { Webhook } from '../../api/generated.ts'
import { queryClient, useOperation } from '../../api/queries.ts'
import { Refused } from '../../shared/api.ts'
import { BellIcon, EditIcon, KeyIcon, LockIcon, MoreIcon, TrashIcon } from '../../shared/content/Icons.tsx'
import { Loaded } from '../../shared/feedback/Loaded.tsx'
import { Panel } from '../../shared/layout/Panel.tsx'
import { go, to } from '../../shared/router/router.ts'
import { words } from '../../shared/texts/console.ts'
import { confirm, type Question } from '../blocks/confirm.tsx'
import { Dialog } from '../blocks/Dialog.tsx'
import { Empty, Facts, PageBody, PageHead } from '../blocks/layout.tsx'
import { toast, toastFailure, toastResult } from '../blocks/toasts.tsx'
import { Time } from '../blocks/values.tsx'
import type { PageProps } from '../page.ts'
import { useMay } from '../session.ts'
import { Deliveries } from './Deliveries.tsx'
import { SecretOnce } from './SecretOnce.tsx'
import { WebhookForm } from './WebhookForm.tsx'
import { typesText, WebhookState } from './WebhooksTab.tsx'

const { webhook: texts, webhooks } = words.developers
const back = { address: to('/developers/:tab', { tab: 'webhooks' }), title: texts.back }

export function WebhookPage({ params }: PageProps) {
  const found = useOperation('getWebhooksById', { id: params.id ?? '' })
  const isMissing = found.error instanceof Refused && found.error.status < 500 && found.error.status !== 0
  return (
    <PageBody>
      {isMissing ? (
        <>
          <PageHead title={words.developers.tabs.webhooks} back={back} />
          <Empty icon={<BellIcon />} title={texts.missing} />
        </>
      ) : (
        <Loaded query={found} height={240}>
          {(webhook) => <OneWebhook webhook={webhook} />}
        </Loaded>
      )}
    </PageBody>
  )
}

function OneWebhook({ webhook }: { webhook: Webhook }) {
  const may = useMay()
  return (
    <>
      <PageHead title={webhook.url} badge={<WebhookState webhook={webhook} />} back={back}>
        {may('manage') && <Actions webhook={webhook} />}
      </PageHead>
      <Panel>
        <Facts
          facts={[
            [texts.facts.description, webhook.description || words.times.none],
            [texts.facts.types, webhook.types?.join(', ') ?? typesText(webhook)],
            [texts.facts.created, <Time key="created" at={webhook.created_at} as="time" />],
            ...(webhook.disabled_reason ? ([[texts.facts.reason, webhook.disabled_reason]] as const) : []),
            ...(webhook.previous_secret_until
              ? ([
                  [texts.facts.oldSecret, <Time key="old" at={webhook.previous_secret_until} as="deadline" />],
                ] as const)
              : []),
          ]}
        />
      </Panel>
      <Deliveries webhook={webhook} />
    </>
  )
}

/** An action with its confirmation and result; a refusal becomes a toast. */
async function act(question: Question | undefined, work: () => Promise<unknown>, said: string): Promise<void> {
  if (question && !(await confirm(question))) return
  if (await toastResult(work(), said)) await queryClient.invalidateQueries()
}

function Actions({ webhook }: { webhook: Webhook }) {
  const { id, enabled } = webhook
  const [isEditing, setIsEditing] = useState(false)
  const [secret, setSecret] = useState<string>()
  const turn = () =>
    act(
      enabled ? { title: texts.offTitle, text: texts.offText, canBeUndone: true, act: texts.turnOff } : undefined,
      () => call('patchWebhooksById', { id }, { enabled: !enabled }),
      enabled ? texts.off : texts.on,
    )
  const rotate = async () => {
    const isYes = await confirm({
      title: texts.rotateTitle,
      text: texts.rotateText,
      canBeUndone: false,
      undoText: texts.rotateUndo,
      act: texts.rotate,
    })
    if (!isYes) return
    try {
      setSecret((await call('postWebhooksByIdRotateSecret', { id })).secret)
      await queryClient.invalidateQueries()
    } catch (error) {
      toastFailure(error)
    }
  }
  const remove = () =>
    act(
      {
        title: texts.deleteTitle,
        text: texts.deleteText,
        effect: [[1, texts.deleteEffect]],
        canBeUndone: false,
        act: texts.delete,
      },
      async () => {
        await call('deleteWebhooksById', { id })
        go(back.address)
      },
      texts.deleted,
    )
  return (
    <>
      <Menu position="bottom-end" withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <Button variant="default" rightSection={<MoreIcon />}>
            {texts.more}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<EditIcon />} onClick={() => setIsEditing(true)}>
            {texts.edit}
          </Menu.Item>
          <Menu.Item leftSection={<LockIcon />} onClick={() => void turn()}>
            {enabled ? texts.turnOff : texts.turnOn}
          </Menu.Item>
          <Menu.Item leftSection={<KeyIcon />} onClick={() => void rotate()}>
            {texts.rotate}
          </Menu.Item>
          <Menu.Item
            leftSection={<TrashIcon />}
            style={{ color: 'var(--mantine-color-error)' }}
            onClick={() => void remove()}
          >
            {texts.delete}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Button
        disabled={!enabled}
        onClick={() => void act(undefined, () => call('postWebhooksByIdTest', { id }), texts.tested)}
      >
        {texts.test}
      </Button>
      <Dialog title={texts.editTitle} isOpen={isEditing} close={() => setIsEditing(false)} isWide>
        <WebhookForm
          webhook={webhook}
          act={words.form.save}
          close={() => setIsEditing(false)}
          done={() => {
            setIsEditing(false)
            toast(texts.saved)
          }}
        />
      </Dialog>
      <SecretOnce
        shown={secret === undefined ? undefined : { title: texts.rotatedTitle, secret, hint: webhooks.verify }}
        close={() => setSecret(undefined)}
      />
    </>
  )
}
