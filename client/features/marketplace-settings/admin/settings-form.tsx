import { clientConfig } from '#client/platform/page/config.ts';
import { Alert } from '#client/ui/alert.tsx';
import { Button } from '#client/ui/button.tsx';
import { Conflict } from '#client/ui/conflict.tsx';
import { Field } from '#client/ui/field.tsx';
import { TextArea, TextInput } from '#client/ui/inputs.tsx';
import type { MarketplaceSettings } from '#src/features/marketplace-settings/contract.ts';
import { LONG } from '#src/shared/fields.ts';
import { InfoBox } from '../info-box.tsx';
import { AdviceField } from './advice-field.tsx';
import { StepsField } from './steps-field.tsx';
import { useSettingsForm } from './use-settings-form.ts';

/** Id of the form, for the button in the toolbar. */
const SETTINGS_FORM_ID = 'settings-form';

type Props = {
  stored: MarketplaceSettings;
  adminId: string;
  renderHead: (buttons: React.ReactNode) => React.ReactNode;
};

export function SettingsForm({ stored, adminId, renderHead }: Props) {
  const edit = useSettingsForm(stored, adminId);
  const { identity_check_word: word } = clientConfig();
  return (
    <>
      {renderHead(
        <>
          {edit.isChanged && (
            <Button kind="quiet" onClick={edit.undo}>
              Ångra ändringar
            </Button>
          )}
          <Button
            kind="primary"
            className="toolbar-main"
            type="submit"
            form={SETTINGS_FORM_ID}
            busy={edit.isSaving}
          >
            Spara
          </Button>
        </>,
      )}
      {edit.formError && <Alert>{edit.formError}</Alert>}
      {edit.conflictingLabels && (
        <Conflict
          formRef={edit.formRef}
          text="Någon annan har ändrat inforutan sedan du öppnade den"
          changedFields={edit.conflictingLabels}
          isSaving={edit.isSaving}
          onOverwrite={edit.overwrite}
          onShowTheirs={edit.undo}
        />
      )}
      <form
        className="form settings-form"
        id={SETTINGS_FORM_ID}
        ref={edit.formRef}
        onSubmit={edit.send}
        noValidate
        aria-label="Inforutan"
      >
        <div className="settings-how">
          <Field label="Rubrik" error={edit.errorOf('info_box_title')}>
            {(ariaProps) => <TextInput {...ariaProps} {...edit.inputProps('info_box_title')} />}
          </Field>
          <StepsField
            steps={edit.values.info_box_steps}
            error={edit.errorOf('info_box_steps')}
            isTooLong={({ text }) => !!edit.errorOf('info_box_steps') && text.trim().length > LONG}
            onChange={(steps) => edit.set('info_box_steps', steps)}
          />
        </div>
        <Field
          label="Varning"
          error={edit.errorOf('info_box_warning')}
          hint={
            <>
              HTML för fetstil, kursiv, listor, radbrytningar och länkar: <code>&lt;b&gt;</code>{' '}
              <code>&lt;i&gt;</code> <code>&lt;ul&gt;</code> <code>&lt;ol&gt;</code> <code>&lt;li&gt;</code>{' '}
              <code>&lt;p&gt;</code> <code>&lt;br&gt;</code> <code>&lt;a href="https://…"&gt;</code>. Allt
              annat tas bort när du sparar.{word && ` Ordet ${word} blir en länk av sig självt.`}
            </>
          }
        >
          {(ariaProps) => (
            <TextArea
              {...ariaProps}
              {...edit.inputProps('info_box_warning')}
              className="settings-source"
              spellCheck={false}
            />
          )}
        </Field>
        <AdviceField
          disabled={edit.values.disabled_advice}
          onChange={(keys) => edit.set('disabled_advice', keys)}
        />
      </form>
      <section className="settings-preview" aria-labelledby="settings-preview">
        <h2 className="type-section" id="settings-preview">
          Förhandsvisning
        </h2>
        <p className="settings-preview-lead">Så ser rutan ut på Startplatsmarknaden när du har sparat.</p>
        <InfoBox settings={edit.typedSettings} isPreview />
      </section>
    </>
  );
}
