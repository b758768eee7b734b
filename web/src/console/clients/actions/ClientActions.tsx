/** Actions on a client: the most used as buttons, the rest in a menu; each only where it can succeed. */
import { Button, Menu } from '@mantine/core'
import { useState } from 'react'
import { call, isSpoken } from '../../../api/call.ts'
import { queryClient } from '../../../api/queries.ts'
import {
  BellIcon,
  CalendarIcon,
  ClockIcon,
  DoneIcon,
  EditIcon,
  EnterIcon,
  KeyIcon,
  LinkIcon,
  LockIcon,
  MoreIcon,
  PlansIcon,
  TrashIcon,
} from '../../../shared/content/Icons.tsx'
import { webAddress } from '../../../shared/router/addresses.ts'
import { go, to } from '../../../shared/router/router.ts'
import { words } from '../../../shared/texts/console.ts'
import { confirm } from '../../blocks/confirm.tsx'
import { Dialog } from '../../blocks/Dialog.tsx'
import { toast, toastFailure } from '../../blocks/toasts.tsx'
import { useMay } from '../../session.ts'
import { fleetApp } from '../applications.ts'
import { type ClientProps, isActivated, isManaged, isOwned } from '../client.ts'
import { ActivationLink } from './ActivationLink.tsx'
import { ChangePlan } from './ChangePlan.tsx'
import { EditClient } from './EditClient.tsx'
import { Extend } from './Extend.tsx'
import { ScheduleBlock } from './ScheduleBlock.tsx'
import { SetPassword } from './SetPassword.tsx'

const { actions } = words.clients

/** The dialogs, by action. */
const dialogs = {
  link: { title: actions.link, Content: ActivationLink },
  password: { title: actions.password, Content: SetPassword },
  schedule: { title: actions.schedule, Content: ScheduleBlock },
  extend: { title: actions.extendTitle, Content: Extend },
  plan: { title: actions.plan, Content: ChangePlan },
  edit: { title: actions.edit, Content: EditClient },
} as const

/** Runs the action, confirms it, and refreshes everything on the screen. */
async function act(work: () => Promise<unknown>, done: string, undo?: () => Promise<unknown>): Promise<void> {
  try {
    await work()
    await queryClient.invalidateQueries()
    toast(done, undo && { undo: () => undo().then(() => queryClient.invalidateQueries()) })
  } catch (error) {
    toastFailure(error)
  }
}

export function ClientActions(client: ClientProps) {
  const { account, users } = client
  const may = useMay()
  const [open, setOpen] = useState<keyof typeof dialogs>()
  const isOurs = isManaged(account)
  const isActive = isActivated(account)
  const isFleet = account.reg_apps.includes(fleetApp)
  const user = users[0]
  const { id, title } = account
  const setBlocked = (blocked: boolean) => call('patchAccountsByIdSetBlocked', { id }, { blocked })

  const activate = async () => {
    const isYes = await confirm({
      title: actions.activateTitle(title),
      text: actions.activateText,
      canBeUndone: false,
      undoText: actions.activateUndo,
      isHarmless: true,
      act: actions.activate,
    })
    if (!isYes) return
    await act(() => call('putAccountsByIdActivate', { id }), actions.activated)
    // Without a password, no one can sign in.
    if (user && may('manage')) setOpen('password')
  }
  const block = async () => {
    const { all } = await call('getUnitsCount', { account_ids: String(id) })
    const isYes = await confirm({
      title: actions.blockTitle(title),
      text: actions.blockText,
      effect: [[all, actions.blockUnits]],
      canBeUndone: true,
      act: actions.block,
    })
    if (isYes)
      await act(
        () => setBlocked(true),
        actions.blocked,
        () => setBlocked(false),
      )
  }
  const unblock = () =>
    act(
      () => setBlocked(false),
      actions.unblocked,
      () => setBlocked(true),
    )
  const cancelSchedule = () => {
    const before = account.blocked_at ?? null
    return act(
      () => call('patchAccountsByIdSetBlockedAt', { id }, { blocked_at: null }),
      actions.scheduleCancelled,
      () => call('patchAccountsByIdSetBlockedAt', { id }, { blocked_at: before }),
    )
  }
  const remove = async () => {
    const { all } = await call('getUnitsCount', { account_ids: String(id) })
    const isYes = await confirm({
      title: actions.removeTitle(title),
      text: actions.removeText,
      effect: [
        [all, actions.removeUnits],
        [users.length, actions.removeUsers],
      ],
      canBeUndone: false,
      act: actions.remove,
      typed: title,
    })
    if (!isYes) return
    go(to('/clients'))
    await act(() => call('deleteAccountsById', { id }), actions.removed(title))
  }
  const detach = async () => {
    const isYes = await confirm({
      title: actions.detachTitle(title),
      text: actions.detachText,
      canBeUndone: false,
      undoText: actions.detachUndo,
      act: actions.detach,
    })
    if (!isYes) return
    go(to('/clients'))
    await act(() => call('postAccountsByIdDetach', { id }), actions.detached(title))
  }
  const enter = (app: string, kind: 'service' | 'service_as_user') => {
    // Browsers block a window that is opened after the answer; so it is opened now and gets its address later.
    const opened = window.open('about:blank', '_blank')
    void act(async () => {
      try {
        const { url } = await call('putUsersByIdAppTokenByAppId', { id: user!.id, app_id: app, token_type: kind })
        const address = webAddress(url)
        if (opened && address) {
          opened.opener = null
          opened.location.replace(address)
        }
      } catch (error) {
        opened?.close()
        throw error
      }
    }, actions.serviceOpened)
  }
  const entrances =
    !may('service') || !user
      ? []
      : account.reg_apps.filter((app) => isOurs || (isActive && account.service_apps.includes(app)))
  const Shown = open && dialogs[open]
  const mayBlock = may('blocking') && isOurs && isActive
  return (
    <>
      {may('manage') && isOurs && !isActive && isSpoken('putAccountsByIdActivate') && (
        <Button variant="default" leftSection={<DoneIcon />} onClick={() => void activate()}>
          {actions.activate}
        </Button>
      )}
      {may('users') && !isActive && user && (
        <Button variant="default" leftSection={<LinkIcon />} onClick={() => setOpen('link')}>
          {actions.link}
        </Button>
      )}
      {mayBlock && account.blocked && <Button onClick={() => void unblock()}>{actions.unblock}</Button>}
      {entrances[0] && (
        <Button variant="default" leftSection={<EnterIcon />} onClick={() => enter(entrances[0]!, 'service')}>
          {actions.service}
        </Button>
      )}
      <Menu position="bottom-end" width={250}>
        <Menu.Target>
          <Button variant="default" leftSection={<MoreIcon />}>
            {actions.more}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {entrances[0] && isOurs && !account.blocked && (
            <Menu.Item leftSection={<EnterIcon />} onClick={() => enter(entrances[0]!, 'service_as_user')}>
              {actions.serviceAsUser}
            </Menu.Item>
          )}
          {may('manage') && (
            <Menu.Item leftSection={<EditIcon />} onClick={() => setOpen('edit')}>
              {actions.edit}
            </Menu.Item>
          )}
          {may('users') && isOurs && user && (
            <Menu.Item leftSection={<KeyIcon />} onClick={() => setOpen('password')}>
              {actions.password}
            </Menu.Item>
          )}
          {may('manage') && isOurs && (
            <Menu.Item leftSection={<PlansIcon />} onClick={() => setOpen('plan')}>
              {actions.plan}
            </Menu.Item>
          )}
          {may('lifecycle') && isFleet && isActive && isSpoken('patchAccountsByIdSetPaymentLifecycle') && (
            <Menu.Item leftSection={<CalendarIcon />} onClick={() => setOpen('extend')}>
              {actions.extend}
            </Menu.Item>
          )}
          {mayBlock && !account.blocked && (
            <>
              <Menu.Divider />
              <Menu.Item leftSection={<LockIcon />} onClick={() => void block()}>
                {actions.block}
              </Menu.Item>
              <Menu.Item leftSection={<ClockIcon />} onClick={() => setOpen('schedule')}>
                {actions.schedule}
              </Menu.Item>
              {account.blocked_at && (
                <Menu.Item leftSection={<BellIcon />} onClick={() => void cancelSchedule()}>
                  {actions.cancelSchedule}
                </Menu.Item>
              )}
            </>
          )}
          {may('manage') && (
            <>
              <Menu.Divider />
              {isOwned(account) ? (
                <Menu.Item leftSection={<TrashIcon />} onClick={() => void detach()}>
                  {actions.detach}
                </Menu.Item>
              ) : (
                <Menu.Item leftSection={<TrashIcon />} c="var(--mantine-color-error)" onClick={() => void remove()}>
                  {actions.remove}
                </Menu.Item>
              )}
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      <Dialog title={Shown?.title ?? ''} isOpen={Shown !== undefined} close={() => setOpen(undefined)}>
        {Shown && <Shown.Content {...client} close={() => setOpen(undefined)} />}
      </Dialog>
    </>
  )
}
