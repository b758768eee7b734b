/** Lets time pass for a test: every job runs at the moment it falls due, in order. */

import { jobs } from '#entry/timetable.ts'
import type { ActorContext } from '#kernel/context.ts'
import type { TestApi } from './api.ts'

export async function passTime({ ctx }: TestApi, seconds: number): Promise<void> {
  const target = new Date(ctx.clock.now().getTime() + seconds * 1000)
  const acting = (id: string): ActorContext => ({ ...ctx, actor: { kind: 'job', id, address: null, requestId: null } })
  for (;;) {
    const dues = await Promise.all(jobs.map((job) => job.nextDue(acting(job.name))))
    const next = Math.min(...dues.flatMap((due) => (due && due <= target ? [due.getTime()] : [])))
    if (Number.isFinite(next) && next > ctx.clock.now().getTime()) ctx.clock.set(new Date(next))
    for (const job of jobs) await job.run(acting(job.name))
    if (Number.isFinite(next)) continue
    if (ctx.clock.now().getTime() === target.getTime()) return
    ctx.clock.set(target)
  }
}
