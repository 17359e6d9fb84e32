import { getCurrentActor } from '#http/auth/current-session.ts'
import { redisplayForm } from '#http/console/redisplay-form.ts'
import type { Context } from 'hono'
import { addGap } from '#actions/editorial/add-gap.ts'
import { editGap } from '#actions/editorial/edit-gap.ts'
import { gapSchema } from '#schemas/editorial-schemas.ts'
import { parseInput } from '#schemas/validate.ts'
import { page, type Reply, seeOther } from '#http/routing/reply.ts'
import { formVersion, readFormBody } from '#http/input/form-body.ts'
import { toGapFormValues, type GapFormValues } from './input.ts'
import { findPathId, getGap, gapFormValues, renderGap, type GapPorts } from './gap-form.ts'

/** The form again with what its search found; nothing is stored. */
export const previewGap =
  (ports: GapPorts) =>
  async (context: Context): Promise<Reply> => {
    const form = await readFormBody(context)
    return page(
      200,
      await renderGap(ports, context, {
        id: findPathId(context),
        version: formVersion(form.fields),
        values: toGapFormValues(form),
      }),
    )
  }

const parseGap = ({ title, severity, explanation, papers }: GapFormValues) =>
  parseInput(gapSchema, { title, severity, explanation, papers })

export const saveGap =
  (ports: GapPorts) =>
  async (context: Context): Promise<Reply> => {
    const form = await readFormBody(context)
    const values = toGapFormValues(form)
    const id = findPathId(context)
    const version = formVersion(form.fields)
    const actor = getCurrentActor(context)
    return redisplayForm(
      async () => {
        const gap = parseGap(values)
        if (id === null) {
          const added = await ports.run(addGap, { gap, actor })
          return seeOther(`/console/gaps/${added.id}?saved=${added.version}`)
        }
        const saved = await ports.run(editGap, { gap: { id, ...gap }, version, actor })
        return seeOther(`/console/gaps/${id}?saved=${saved}`)
      },
      async (failure) => {
        if (failure.code !== 'stale' || id === null) return renderGap(ports, context, { id, version, values, failure })
        const present = await getGap(ports, id)
        return renderGap(ports, context, {
          id,
          version: present.version,
          values,
          current: gapFormValues(present),
          failure,
        })
      },
    )
  }
