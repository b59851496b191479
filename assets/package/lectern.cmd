@echo off
rem Runs Lectern's command line with the application's binary. A batch file waits until it ends.
"%~dp0..\..\Lectern.exe" --cli -- %*
